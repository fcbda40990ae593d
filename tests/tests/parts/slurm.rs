//! Slurm starts, kills and requeues the tasks of an array, each of which copies the part that its number names.

use super::*;

/// Ends tasks at random, half of them by a requeue and half by a kill with a requeue after it; then waits until no task
/// is left.
///
/// A controller that is busy may not answer, which says nothing of the tasks.
const TASKS: &str = r#"
last=$(($(ls plan/parts | wc -l) - 1))
job=$(sbatch --parsable --requeue --array=0-$last --wrap 'exec fcp part plan')
# Asks for tasks of the job; Slurm may know it no more, and so has none left.
ask() {
  squeue -h -r -j $job -o %i "$@" 2>$cluster/squeue.err || grep -q 'Invalid job id' $cluster/squeue.err
}
ended=0
while [ $ended -lt $ENDED ]; do
  tasks=$(ask -t R) || { sleep 1; continue; }
  if [ -z "$tasks" ]; then
    left=$(ask) || { sleep 1; continue; }
    [ -n "$left" ] || break
    sleep 0.05
    continue
  fi
  task=$(echo "$tasks" | shuf -n 1)
  if [ $((ended % 2)) = 0 ]; then
    scontrol requeue $task 2>/dev/null && ended=$((ended + 1)) || true
  else
    scancel --batch -s KILL $task 2>/dev/null && ended=$((ended + 1)) || true
    # It may have ended well before.
    while tasks=$(ask -t R,CG) || tasks=$task
      echo "$tasks" | grep -qx $task
    do sleep 0.05; done
    # Its part stays claimed unless it begins again, as it cannot if Slurm has forgotten it.
    for again in 1 2 3 4 5; do
      scontrol requeue $task 2>/dev/null && break || sleep 1
    done
  fi
done
"#;

/// Kills all processes of one node, which comes back later.
const NODE: &str = r#"
for process in /proc/[0-9]*; do
  if tr '\0' '\n' <$process/environ 2>/dev/null | grep -qx SLURMD_NODENAME=n3 ||
    [ "$(tr '\0' ' ' <$process/cmdline 2>/dev/null)" = "slurmd -D -N n3 " ]; then
    kill -9 ${process#/proc/} 2>/dev/null || true
  fi
done
until [ -n "$(sinfo -h -N -t down -o %N | grep -x n3)" ]; do sleep 0.2; done
slurmd -D -N n3 >$cluster/n3.again 2>&1 &
"#;

const END: &str = r#"
until left=$(ask) && [ -z "$left" ]; do sleep 0.2; done
echo "ended $ended"
fcp plan status plan
fcp plan finish plan
"#;

#[test]
fn tasks_that_slurm_ends_and_requeues_copy_all() {
    let full = std::env::var_os("FCP_FULL").is_some();
    let (entries, items, ended) = if full { (1500, "35", 60) } else { (300, "40", 6) };
    with_filesystem(Kind::Tmpfs, 2 << 30, |at| {
        let Some(cluster) = Cluster::slurm(&at.join("cluster")) else { return };
        let src = at.join("src");
        Tree { hard_links: true, ..Tree::full(97) }.entries(entries).build(&src).unwrap();
        for n in 0..16 {
            fs::write(src.join(format!("large {n}")), vec![n; 3 << 20]).unwrap();
        }
        // A part takes a while, so that it can be killed.
        let plan = ["plan", "-an", "src", "dst", "--out=plan", "--limit-rate=1M", "--part-size=6M"];
        ok(at, &[&plan[..], &["--part-items", items]].concat());
        let parts = names(at.join("plan/parts")).len();
        assert!(!full || parts >= 50, "{parts}");
        let script = [TASKS, if full { NODE } else { "" }, END].concat();
        let path = bin::path_of("fcp");
        let mut command = cluster.script(path.parent().unwrap(), &script);
        command.current_dir(at).env("ENDED", ended.to_string());
        let done = bin::run_for(&mut command, Duration::from_secs(600));
        let (out, err, code) = output::told(&done);
        assert_eq!(code, 0, "{out}{err}");
        let told = out.lines().find_map(|line| line.strip_prefix("ended ")?.parse::<u32>().ok());
        // On a busy machine most parts may end before Slurm is told to end them.
        assert!(told.is_some_and(|told| told >= 1), "{out}{err}");
        assert_same(&src, &at.join("dst"), &What::everything());
    });
}
