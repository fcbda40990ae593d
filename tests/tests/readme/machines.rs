//! The recipes for many machines, as the manual prints them, by the launchers themselves.

use std::collections::BTreeMap;
use std::time::Duration;

use fcp_test_support::bin::run_for;
use fcp_test_support::{Cluster, What, assert_same};
use regex::Regex;

use super::*;

/// How long a launcher may take with all that comes before and after it: Slurm starts daemons first, and then a task every second.
const LIMIT: Duration = Duration::from_secs(600);

/// Runs a test with a launcher.
fn with_cluster(make: fn(&Path) -> Option<Cluster>, test: impl FnOnce(&Place, &Cluster) + Send) {
    with_place(&[], |place| {
        if let Some(cluster) = make(&place.home.join("cluster")) {
            test(place, &cluster);
        }
    });
}

/// Lays out what the recipes copy.
fn photos(place: &Place) {
    for n in 0..50 {
        place.file(&format!("photos/{}/{n}", n % 7), 100 + n);
    }
    fs::hard_link(place.work.join("photos/1/1"), place.work.join("photos/2/other name")).unwrap();
    fs::set_permissions(place.work.join("photos/3"), PermissionsExt::from_mode(0o751)).unwrap();
}

/// The command that makes a plan of some ten parts.
fn plan() -> String {
    line("fcp plan -a photos").to_owned() + " --part-items=6"
}

/// Runs what comes before and after the recipe of a launcher, and that; all must be copied then.
fn copies_all(place: &Place, cluster: &Cluster, launcher: &str) -> String {
    photos(place);
    let all = [&plan(), line(launcher), line("fcp plan status"), line("fcp plan finish")];
    let mut command = cluster.script(&place.bin, &all.join("\n"));
    command.current_dir(&place.work).env("HOME", &place.home);
    // A test has to wait for the array that a user is told of by mail.
    let done = run_for(command.env("SBATCH_WAIT", "1"), LIMIT);
    assert!(done.status.success(), "{launcher}: {done:?}");
    assert_same(&place.work.join("photos"), Path::new("/mnt/backup/photos"), &What::everything());
    let told = text(&done.stdout);
    assert!(told.contains("8 folders finished"), "{told}");
    told
}

#[test]
fn an_array_of_slurm_copies_all() {
    with_cluster(Cluster::slurm, |place, cluster| {
        copies_all(place, cluster, "sbatch");
        let entries = fs::read_dir(&place.work).unwrap().map(|entry| entry.unwrap().file_name());
        let logs = entries.filter(|name| name.as_encoded_bytes().starts_with(b"slurm-"));
        assert_eq!(logs.count(), 32, "a file for what each task tells");
    });
}

#[test]
fn the_processes_of_srun_copy_all() {
    with_cluster(Cluster::slurm, |place, cluster| {
        let told = copies_all(place, cluster, "srun");
        assert!(told.contains("part 0 done"), "{told}");
    });
}

#[test]
fn the_processes_of_mpi_copy_all() {
    with_cluster(Cluster::mpi, |place, cluster| {
        let told = copies_all(place, cluster, "mpirun");
        assert!(told.contains("part 0 done"), "{told}");
    });
}

#[test]
fn processes_that_parallel_starts_over_ssh_copy_all() {
    with_place(&["parallel"], |place| {
        let Some(cluster) = Cluster::ssh(&place.home.join("cluster")) else { return };
        let told = copies_all(place, &cluster, "parallel");
        assert!(told.contains("part 0 done"), "{told}");
    });
}

#[test]
fn processes_of_a_shell_and_shards_copy_all() {
    with_place(&[], |place| {
        photos(place);
        let script = [&plan(), line("seq"), line("fcp plan status"), line("fcp plan finish")];
        let done = place.run("sh", &script.join(" && "));
        assert!(done.status.success(), "{done:?}");
        let (src, dst) = (place.work.join("photos"), Path::new("/mnt/backup/photos"));
        assert_same(&src, dst, &What::everything());
        let retried = place.run("sh", line("fcp plan retry"));
        assert_eq!(text(&retried.stdout), "Nothing has failed\n", "{retried:?}");
        fs::remove_dir_all(dst).unwrap();
        let shard = line("fcp -a --shard=1/3");
        let script = [1, 2, 3].map(|number| shard.replace("1/3", &format!("{number}/3")));
        let done = place.run("sh", &script.join(" && "));
        assert!(done.status.success(), "{done:?}");
        assert_same(&src, dst, &What::everything());
    });
}

/// What the Indexed Job of the manual says, and Kubernetes would do.
struct IndexedJob {
    command: String,
    parallelism: usize,
    again: usize,
    rules: BTreeMap<i32, String>,
}

impl IndexedJob {
    fn read() -> Self {
        let text = script("yaml");
        let found = |pattern: &str| {
            let found = Regex::new(pattern).unwrap().captures(text).unwrap();
            found[1].to_owned()
        };
        let rule = Regex::new(r"action: (\w+), onExitCodes: \{operator: In, values: \[([\d, ]+)\]")
            .unwrap();
        let mut rules = BTreeMap::new();
        for rule in rule.captures_iter(text) {
            for code in rule[2].split(", ") {
                rules.entry(code.parse().unwrap()).or_insert_with(|| rule[1].to_owned());
            }
        }
        Self {
            command: found(r"command: \[(.*)\]").replace(", ", " "),
            parallelism: found(r"parallelism: (\d+)").parse().unwrap(),
            again: found(r"backoffLimitPerIndex: (\d+)").parse().unwrap(),
            rules,
        }
    }

    /// What the controller does after a pod has ended with this code.
    fn after(&self, code: i32) -> &str {
        match code {
            0 => "Complete",
            code => self.rules.get(&code).map_or("Count", String::as_str),
        }
    }

    /// Runs a pod for each index, and again as the rules say; gives those that failed.
    fn run(&self, place: &Place, completions: usize, first: &str) -> Vec<usize> {
        let mut waiting: Vec<(usize, usize)> = (0..completions).map(|index| (index, 0)).collect();
        let mut failed = Vec::new();
        while !waiting.is_empty() {
            let pods = waiting.len().min(self.parallelism);
            let started: Vec<(usize, usize)> = waiting.drain(..pods).collect();
            let begin = |(index, tries): &(usize, usize)| {
                let before = if *tries == 0 { first } else { "" };
                format!(
                    "(JOB_COMPLETION_INDEX={index}; export JOB_COMPLETION_INDEX; {before} exec {}) >/dev/null & pids=\"$pids $!\"\n",
                    self.command
                )
            };
            let script: String = started.iter().map(begin).collect();
            let done = place.run(
                "sh",
                &format!(
                    "{script}for pid in $pids; do code=0; wait $pid || code=$?; echo $code; done"
                ),
            );
            let codes = text(&done.stdout);
            assert_eq!(codes.lines().count(), pods, "{done:?}");
            for ((index, tries), code) in started.into_iter().zip(codes.lines()) {
                match self.after(code.parse().unwrap()) {
                    "Complete" => {}
                    "Count" if tries < self.again => waiting.push((index, tries + 1)),
                    "Count" | "FailIndex" => failed.push(index),
                    other => panic!("{other} after {code}: {done:?}"),
                }
            }
        }
        failed
    }
}

#[test]
fn an_indexed_job_copies_all_and_knows_the_exit_codes() {
    let job = IndexedJob::read();
    let after = |code| job.after(code).to_owned();
    // Killed, could not run, or another process has the part: once more, later.
    assert_eq!([137, 143, 130, 3, 7].map(after), ["Count"; 5]);
    assert_eq!([1, 4, 6].map(after), ["FailIndex"; 3]);
    assert_eq!((after(0), after(2)), ("Complete".to_owned(), "FailJob".to_owned()));
    with_place(&[], |place| {
        photos(place);
        let done = place.run("sh", &plan());
        assert!(done.status.success(), "{done:?}");
        let parts = fs::read_dir("/mnt/nas/plan/parts").unwrap().count();
        // Each pod is killed at first, and one index is too many.
        assert_eq!(job.run(place, parts + 1, "kill -9 $(exec sh -c 'echo $PPID');"), [parts]);
        let done =
            place.run("sh", &[line("fcp plan status"), line("fcp plan finish")].join(" && "));
        assert!(done.status.success(), "{done:?}");
        let src = place.work.join("photos");
        assert_same(&src, Path::new("/mnt/backup/photos"), &What::everything());
    });
}
