//! Orders the steps of an undo.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// What moves something from one name to another.
pub(super) trait Moves {
    /// From where to where it goes.
    fn ways(&self) -> (&Path, &Path);
}

/// The round in which the last of several things happens to a name.
#[derive(Debug, Default)]
struct Rounds(HashMap<PathBuf, usize>);

impl Rounds {
    /// The first round after what happens to this name.
    fn after(&self, path: &Path) -> usize {
        self.0.get(path).map_or(0, |round| round + 1)
    }

    /// The first round after what happens to this name, or to a directory that it lies in.
    fn after_all_above(&self, path: &Path) -> usize {
        path.ancestors().map(|above| self.after(above)).max().unwrap_or(0)
    }

    /// Notes a round; `false` if nothing earlier is known.
    fn note(&mut self, path: &Path, round: usize) -> bool {
        match self.0.get_mut(path) {
            Some(known) if *known >= round => false,
            Some(known) => {
                *known = round;
                true
            }
            None => {
                self.0.insert(path.to_owned(), round);
                true
            }
        }
    }

    /// Notes a round for all directories that a name lies in.
    fn note_above(&mut self, path: &Path, round: usize) {
        for above in path.ancestors().skip(1) {
            // Those above are as late already.
            if !self.note(above, round) {
                break;
            }
        }
    }
}

/// Sorts steps into rounds, whose own steps can be taken in any order: a step waits for those before it that free its name,
/// bring a directory that it goes into, take away one that it lies in, or leave or reach what it takes away itself.
pub(super) fn in_order<M: Moves>(steps: Vec<M>) -> Vec<Vec<M>> {
    let steps = folders_first(steps);
    let mut rounds: Vec<Vec<M>> = Vec::new();
    let (mut leaving, mut arriving) = (Rounds::default(), Rounds::default());
    // Directories in which something leaves or arrives.
    let mut touched = Rounds::default();
    for step in steps {
        let (src, dst) = step.ways();
        let round = [
            leaving.after(dst),
            leaving.after_all_above(src),
            arriving.after_all_above(dst),
            arriving.after_all_above(src),
            touched.after(src),
        ];
        let round = round.into_iter().max().unwrap_or(0);
        touched.note_above(src, round);
        touched.note_above(dst, round);
        leaving.note(src, round);
        arriving.note(dst, round);
        if rounds.len() <= round {
            rounds.resize_with(round + 1, Vec::new);
        }
        if let Some(steps) = rounds.get_mut(round) {
            steps.push(step);
        }
    }
    rounds
}

/// Puts steps that bring a folder before those that bring something into it: the workers of a job note what they have done
/// in any order.
fn folders_first<M: Moves>(steps: Vec<M>) -> Vec<M> {
    let mut places: Vec<(usize, bool)> = Vec::with_capacity(steps.len());
    let mut inside: HashMap<&Path, usize> = HashMap::new();
    for (at, step) in steps.iter().enumerate() {
        let (src, dst) = step.ways();
        // What goes into it may have to leave it first.
        let leaves = |at: &usize| steps.get(*at).is_some_and(|it| it.ways().0.starts_with(src));
        let first = inside.get(dst).filter(|first| !leaves(first));
        places.push(first.map_or((at, true), |first| (*first, false)));
        for above in dst.ancestors().skip(1) {
            // Those above have one as early already.
            if inside.contains_key(above) {
                break;
            }
            inside.insert(above, at);
        }
    }
    drop(inside);
    if places.iter().all(|(_, stays)| *stays) {
        return steps;
    }
    let mut placed: Vec<_> = places.into_iter().zip(steps).collect();
    placed.sort_by_key(|(place, _)| *place);
    placed.into_iter().map(|(_, step)| step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Moves for (&str, &str) {
        fn ways(&self) -> (&Path, &Path) {
            (Path::new(self.0), Path::new(self.1))
        }
    }

    fn rounds<'a>(steps: &[(&'a str, &'a str)]) -> Vec<Vec<&'a str>> {
        let rounds = in_order(steps.to_vec());
        rounds.iter().map(|steps| steps.iter().map(|step| step.0).collect()).collect()
    }

    #[test]
    fn steps_wait_for_what_they_need_and_for_nothing_else() {
        // Names that others leave: all backups follow in one round.
        let renamed = [("/x/f", "/p/f"), ("/x/f~", "/x/f"), ("/x/g", "/p/g"), ("/x/g~", "/x/g")];
        assert_eq!(rounds(&renamed), [["/x/f", "/x/g"], ["/x/f~", "/x/g~"]]);
        // What is in a folder leaves before the folder does.
        let merged = [("/x/d/a", "/q/d/a"), ("/x/d/b", "/q/d/b"), ("/x/d", "/p/d")];
        assert_eq!(rounds(&merged), [vec!["/x/d/a", "/x/d/b"], vec!["/x/d"]]);
        // A folder comes before what goes into it, and goes after what has come into it.
        assert_eq!(rounds(&[("/b", "/a"), ("/c", "/a/c")]), [["/b"], ["/c"]]);
        assert_eq!(rounds(&[("/c", "/b/x"), ("/b", "/a")]), [["/c"], ["/b"]]);
        assert_eq!(rounds(&[("/a", "/b"), ("/c", "/d")]), [["/a", "/c"]]);
        // Although it was noted later, unless that leaves what goes there.
        assert_eq!(rounds(&[("/x/d/a", "/p/d/a"), ("/x/d", "/p/d")]), [["/x/d/a"], ["/x/d"]]);
        assert_eq!(rounds(&[("/t/c", "/s/c"), ("/t/s", "/s")]), [["/t/s"], ["/t/c"]]);
    }
}
