//! Tests over a real server of ssh, which each connection starts for itself.

use super::*;

/// Writes keys and configurations, and the script that connects; none where there is no ssh.
fn server(place: &Place) -> Option<()> {
    let sshd =
        ["/usr/sbin/sshd", "/usr/bin/sshd"].into_iter().find(|path| Path::new(path).exists());
    let (Some(sshd), true, true) = (sshd, bin::installed("ssh"), is_root()) else {
        fcp_test_support::skip::skip("a server of ssh, which needs sshd and root");
        return None;
    };
    // Without PAM sshd takes it for locked, and refuses keys too (sshd(8)).
    let shadow = fs::read_to_string("/etc/shadow").unwrap_or_default();
    if shadow.lines().any(|line| line.starts_with("root:!")) {
        fcp_test_support::skip::skip(
            "a server of ssh, which takes root only if its account is not locked",
        );
        return None;
    }
    // sshd refuses to start without it.
    fs::create_dir_all("/run/sshd").unwrap();
    let home = place.home.path();
    let shown = home.display();
    for key in ["host", "user"] {
        let mut command = Command::new("ssh-keygen");
        command.args(["-q", "-t", "ed25519", "-N", "", "-f"]).arg(home.join(key));
        assert!(run(&mut command).status.success());
    }
    fs::write(
        home.join("sshd_config"),
        format!(
            "HostKey {shown}/host\nAuthorizedKeysFile {shown}/user.pub\nStrictModes no\nPidFile none\n\
             PasswordAuthentication no\nUsePAM no\nPermitRootLogin yes\n"
        ),
    )
    .unwrap();
    place.script(
        "ssh",
        &format!(
            "exec ssh -q -F none -i {shown}/user -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null \
             -o BatchMode=yes -o ProxyCommand='{sshd} -i -f {shown}/sshd_config 2>/dev/null' \"$@\""
        ),
    );
    Some(())
}

#[test]
fn a_tree_goes_over_ssh_and_comes_back() {
    let place = Place::new();
    if server(&place).is_none() {
        return;
    }
    tree(5).entries(200).build(&place.at("src")).unwrap();
    place.home.make(&["there/", "back/"]);
    fs::write(place.at("src/large"), vec![6; 20 << 20]).unwrap();
    let silent = (String::new(), String::new(), 0);
    for connections in ["--connections=1", "--connections=4"] {
        let args = ["-a", connections, "src", &place.far("there")];
        assert_eq!(place.told_by("ssh", &args), silent);
        assert_same(&place.at("src"), &place.at("there/src"), &What::everything());
        let args = ["-a", connections, &place.far("there/src"), "back"];
        assert_eq!(place.told_by("ssh", &args), silent);
        assert_same(&place.at("src"), &place.at("back/src"), &What::everything());
        for copy in ["there/src", "back/src"] {
            fcp_test_support::remove_all(&place.at(copy)).unwrap();
        }
    }
}
