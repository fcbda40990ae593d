//! A shell on a machine of its own that seems to be several: Slurm with four nodes, servers of ssh, MPI.
//!
//! The shell is the first process of a namespace, so the kernel ends all that its script has started, daemons too, when
//! the script ends or the test does. Its network consists of itself, so all ports are free, and its `/run` is empty.

use std::fs;
#[cfg(target_os = "linux")]
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

#[cfg(target_os = "linux")]
use rustix::process::{Signal, set_parent_process_death_signal};

use crate::bin::{clean, installed, run};
use crate::skip::skip;

/// Makes the namespace useful: the loopback device, on which Slurm looks for names only if it has a second address.
const BEGIN: &str = "set -eu
ip link set lo up
ip addr add 10.9.9.9/32 dev lo
mount -t tmpfs none /run
echo head >/proc/sys/kernel/hostname
";

/// Starts the daemons, which write to files, and waits until all nodes are idle.
const SLURM: &str = r#"
export SLURM_CONF=$cluster/slurm.conf
slurmctld -D >$cluster/slurmctld.out 2>&1 &
for node in n0 n1 n2 n3; do slurmd -D -N $node >$cluster/$node.out 2>&1 & done
SECONDS=0
until [ "$(sinfo -h -N -t idle -o %N 2>&1 | grep -c '^n[0-3]$')" = 4 ]; do
  if [ $SECONDS -gt 90 ]; then
    sinfo >&2 || true
    tail -n 20 $cluster/*.out >&2
    exit 99
  fi
  sleep 0.1
done
"#;

/// Starts a server of ssh that all names lead to, and waits until it answers.
///
/// Without PAM it takes a password that begins with an exclamation mark, as in many containers, for an account that is
/// locked, and refuses keys too (sshd(8)). Here root has a password that nothing matches.
const SSH: &str = r#"
sed 's/^root:[^:]*:/root:*:/' /etc/shadow >$cluster/shadow
chmod 600 $cluster/shadow
mount --bind $cluster/shadow /etc/shadow
mkdir /run/sshd
for key in host user; do ssh-keygen -q -t ed25519 -N "" -f $cluster/$key; done
"$(PATH=$PATH:/usr/sbin:/sbin command -v sshd)" -D -f $cluster/sshd_config 2>$cluster/sshd.out &
SECONDS=0
until ssh node1 true; do
  if [ $SECONDS -gt 90 ]; then cat $cluster/sshd.out >&2; exit 99; fi
  sleep 0.1
done
"#;

/// Lets MPI run all its processes here: as root, more than there are cores, on the loopback device.
const MPI: &str = "
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_oob_tcp_if_include=lo
# Open MPI 5 asks its own launcher.
export PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe
";

/// A launcher with all that it needs.
#[derive(Debug)]
pub struct Cluster {
    dir: PathBuf,
    begin: &'static str,
}

impl Cluster {
    /// Prepares Slurm: four nodes with eight processors each, whatever this machine has; its files lie in `dir`.
    ///
    /// A requeued task waits until its old credential has expired, 120 seconds unless the configuration says 5, the
    /// least that Slurm takes; a node is down when it has been silent for 10 seconds.
    ///
    /// Gives `None`, and reports a skip, where it cannot run.
    pub fn slurm(dir: &Path) -> Option<Self> {
        can(&["slurmctld", "slurmd", "sbatch", "srun", "scontrol", "scancel", "sinfo"])?;
        let shown = dir.display();
        let text = format!(
            "ClusterName=test\nSlurmctldHost=head(127.0.0.1)\nSlurmctldPort=6817\nSlurmUser=root\nSlurmdUser=root\n\
             AuthType=auth/none\nCredType=cred/none\nAuthInfo=cred_expire=5\nSlurmdTimeout=10\nMpiDefault=none\nSwitchType=switch/none\nTaskPlugin=task/none\n\
             SlurmctldPidFile={shown}/slurmctld.pid\nSlurmdPidFile={shown}/%n.pid\n\
             StateSaveLocation={shown}/state\nSlurmdSpoolDir={shown}/spool-%n\n\
             ProctrackType=proctrack/linuxproc\nJobAcctGatherType=jobacct_gather/none\n\
             AccountingStorageType=accounting_storage/none\nSelectType=select/cons_tres\n\
             SelectTypeParameters=CR_CPU\nSlurmdParameters=config_overrides\nSchedulerType=sched/builtin\n\
             SchedulerParameters=sched_interval=1,batch_sched_delay=1\nReturnToService=2\n\
             NodeName=n[0-3] NodeHostname=head NodeAddr=127.0.0.1 Port=[7000-7003] CPUs=8\n\
             PartitionName=p Nodes=ALL Default=YES MaxTime=60 State=UP\n"
        );
        fs::create_dir_all(dir.join("state")).expect("a directory of Slurm");
        fs::write(dir.join("slurm.conf"), text).expect("a configuration of Slurm");
        Some(Self { dir: dir.to_owned(), begin: SLURM })
    }

    /// Prepares a server of ssh, which is every machine that `ssh` connects to; its files lie in `dir`. A command there
    /// finds the programs that one here finds.
    ///
    /// Gives `None`, and reports a skip, where it cannot run.
    pub fn ssh(dir: &Path) -> Option<Self> {
        can(&["sshd", "ssh", "ssh-keygen"])?;
        let shown = dir.display();
        fs::create_dir_all(dir.join("bin")).expect("a directory of ssh");
        let config = format!(
            "HostKey {shown}/host\nAuthorizedKeysFile {shown}/user.pub\nStrictModes no\nPidFile none\n\
             PasswordAuthentication no\nUsePAM no\nPermitRootLogin yes\nMaxStartups 100\n\
             ForceCommand . {shown}/path; exec sh -c \"$SSH_ORIGINAL_COMMAND\"\n"
        );
        fs::write(dir.join("sshd_config"), config).expect("a configuration of ssh");
        let ssh = format!(
            "exec /usr/bin/ssh -q -F none -i {shown}/user -o StrictHostKeyChecking=no -o BatchMode=yes \
             -o UserKnownHostsFile=/dev/null -o HostName=127.0.0.1 \"$@\""
        );
        crate::script(dir.join("bin/ssh"), &ssh);
        Some(Self { dir: dir.to_owned(), begin: SSH })
    }

    /// Prepares MPI.
    ///
    /// Gives `None`, and reports a skip, where it cannot run.
    pub fn mpi(dir: &Path) -> Option<Self> {
        can(&["mpirun"])?;
        fs::create_dir_all(dir).expect("a directory of MPI");
        Some(Self { dir: dir.to_owned(), begin: MPI })
    }

    /// Prepares to run a script of bash there, which ends when one of its commands fails.
    ///
    /// `path` is where it looks for programs first.
    pub fn script(&self, path: &Path, script: &str) -> Command {
        let (dir, path) = (self.dir.display(), path.display());
        let set = format!(
            "cluster='{dir}'\nexport TMPDIR=$cluster PATH='{dir}/bin:{path}':$PATH:/usr/sbin:/sbin\n\
             echo \"export PATH='$PATH'\" >$cluster/path\n"
        );
        let mut command = alone();
        command.arg([BEGIN, &set, self.begin, script].concat());
        command
    }
}

/// Prepares a shell in namespaces of its own, which takes a script.
///
/// The namespace ends with the test even if that is killed: its thread is gone then, which waits for the shell.
fn alone() -> Command {
    let mut command = clean(Command::new("unshare"));
    #[cfg(target_os = "linux")]
    // SAFETY: the closure makes one system call between fork and exec, which takes no lock and no memory.
    #[expect(unsafe_code, reason = "only the new process can be bound to the one that made it")]
    unsafe {
        command.pre_exec(|| Ok(set_parent_process_death_signal(Some(Signal::KILL))?));
    }
    command.args([
        "--net",
        "--uts",
        "--ipc",
        "--pid",
        "--mount",
        "--mount-proc",
        "--fork",
        "--kill-child",
    ]);
    command.args(["bash", "-c"]);
    command
}

/// Gives `None`, and reports a skip, where there are no namespaces, or a program is missing.
fn can(programs: &[&str]) -> Option<()> {
    let needs = ["unshare", "bash", "ip", "mount"];
    if let Some(missing) = needs.iter().chain(programs).find(|name| !installed(name)) {
        skip(&format!("{missing} is not installed"));
        return None;
    }
    let tried = run(alone().arg(BEGIN));
    if !tried.status.success() {
        let why = String::from_utf8_lossy(&tried.stderr);
        skip(&format!("cannot have a machine of its own: {}", why.trim()));
        return None;
    }
    Some(())
}
