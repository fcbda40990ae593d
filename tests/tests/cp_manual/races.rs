//! Tests of what other users and processes can do, or see, while a copy runs.

use crate::{check, cp};

#[test]
fn data_never_go_through_a_symlink_that_the_same_command_made() {
    const THROUGH: &str = "cp: will not copy 'q/1' through just-created symlink 'd/1'\n";
    check(&[
        cp("cp -dR p/1 q/1 d")
            .after("mkdir p q; ln -s ../t p/1; echo >q/1")
            .fails(THROUGH)
            .makes(&["d/1: -> ../t"]),
        cp("cp -dR p/1 q/1 d")
            .after("mkdir p q; ln -s ../b p/1; echo >q/1")
            .fails(THROUGH)
            .makes(&["d/1: -> ../b"]),
        cp("cp -dR p/1 q/1 d")
            .after("mkdir p q; ln -s x p/1; ln -s y q/1")
            .fails("cp: will not overwrite just-created 'd/1' with 'q/1'\n")
            .makes(&["d/1: -> x"]),
    ]);
}

#[test]
fn what_a_fifo_brings_is_under_its_name_at_once_and_nobody_else_may_read_it() {
    // The copy runs until the writing end of the FIFO is closed.
    const WATCH: &str = "exec 3>p; echo x >&3; timeout 60 sh -c 'until [ -e z ]; do :; done'; \
                         stat -c %a z; exec 3>&-; wait $!";
    let command = |first: &str| -> &'static str { format!("{first} p z & {WATCH}").leak() };
    check(&[
        cp(command("cp -p --copy-contents"))
            .after("mkfifo p")
            .says("600\n")
            .makes(&["z: 644 \"x\\n\""]),
        cp(command("cp")).after("mkfifo p").says("644\n").makes(&["z: 644 \"x\\n\""]),
    ]);
}

#[test]
fn nobody_else_may_write_to_a_directory_that_is_being_filled() {
    // The fifo is opened when its directory has been made, and tells what that is like.
    const WATCH: &str = "(exec 3>o/p; stat -c %a z >&3); wait $!; cat z/p; stat -c %a z; rm -r z";
    let command =
        |first: &str| -> &'static str { format!("umask 002; {first} o z & {WATCH}").leak() };
    check(&[
        cp(command("cp -R --copy-contents --preserve=mode"))
            .after("mkdir o; chmod 775 o; mkfifo o/p")
            .says("755\n775\n"),
        cp(command("cp -R --copy-contents"))
            .after("mkdir o; chmod 775 o; mkfifo o/p")
            .says("755\n775\n"),
        cp(command("cp -R --copy-contents --preserve=ownership"))
            .after("mkdir o; chmod 775 o; mkfifo o/p")
            .says("700\n775\n"),
        cp("umask 002; cp -R --copy-contents --preserve=ownership --parents o/p d & \
            (exec 3>o/p; stat -c %a d/o >&3); wait $!; cat d/o/p; stat -c %a d/o; rm -r d/o")
        .after("mkdir o; chmod 775 o; mkfifo o/p")
        .says("700\n775\n"),
    ]);
}
