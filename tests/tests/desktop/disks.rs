//! Tests of disks that jobs wait for, that have been removed, and that do not answer.

use fcp_engine::queue::Adding;
use fcp_engine::spec::{Destination, JobSpec};
use fcp_test_support::desktop::Key;
use fcp_test_support::{Kind, with_mounts};

use crate::{User, held};

#[test]
fn a_job_that_waits_for_an_answer_leaves_its_disk_to_the_next() {
    let Some(user) = User::new() else { return };
    for name in ["left/a.txt", "left/b.txt"] {
        user.file(name, b"new");
    }
    user.file("right/a.txt", b"old");
    let page = user.open();
    page.press(&[Key::Home, Key::Down, Key::F(5)]);
    page.find("dialog", "Copy a.txt");
    page.press(&[Key::Enter]);
    user.until(|jobs| jobs.len() == 1 && jobs[0].questions > 0);

    page.press(&[Key::Home, Key::Down, Key::Down, Key::F(5)]);
    page.find("dialog", "Copy b.txt");
    page.press(&[Key::Enter]);
    user.until(|_| user.path("right/b.txt").exists());
    let jobs = user.until(|jobs| jobs.len() == 1);
    assert!(jobs[0].questions > 0, "{jobs:#?}");
    assert_eq!(user.text("right/a.txt"), "old");
}

#[test]
fn a_resumed_job_does_not_fill_the_mount_point_of_a_disk_that_is_gone() {
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let Some(user) = User::new() else { return };
        user.file("left/large.bin", &vec![7; 64 << 20]);
        let usb = mounts.tmpfs("size=100m");
        user.queue.set_limit(None, Some(1 << 20)).unwrap();
        let page = user.open();
        let spec =
            JobSpec::copy([user.path("left/large.bin")], Destination::Into(usb.clone().into()));
        user.queue.add(spec, &Adding::default()).unwrap();
        user.until(|_| held(&usb) > 1 << 20);
        page.find("row", "Copy large.bin").find("button", "Pause").click();
        user.until(|jobs| jobs[0].paused);
        page.wait_for("Paused");
        page.kill();
        mounts.unmount(&usb);
        let page = user.open();
        page.click("tab", "Jobs");
        page.find("row", "Copy large.bin").find("button", "Resume").click();
        page.wait_for("its disk is not connected");
        page.wait_for("cannot continue");
        assert_eq!(held(&usb), 0);
    });
}

#[test]
fn a_disk_that_does_not_answer_keeps_neither_the_window_nor_the_other_panel() {
    with_mounts(&[Kind::Tmpfs], |mounts| {
        let Some(user) = User::new() else { return };
        user.file("right/b.txt", b"text");
        let dead = mounts.directory("dead");
        let Ok(_silent) = mounts.silent(&dead) else { return };
        let page = user.desk.open(&[&dead, &user.path("right"), &user.path("missing")]);
        page.wait_for("1 item does not exist");
        page.find("region", "right, right panel").find("row", "b.txt");
    });
}
