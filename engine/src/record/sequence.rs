//! Puts the lines of a move in their order where several of its sources had one name.
//!
//! Between filesystems a move writes down what has arrived when it is on the disk, which may be after the next item of
//! that name has come: by then the first has its name as a backup, and the line holds the inode of the last one.

use std::collections::HashMap;
use std::path::Path;

use super::Line;

/// What happened to one name: the places of its lines.
#[derive(Default)]
struct Name {
    replaced: Vec<usize>,
    moved: Vec<usize>,
}

/// Lets each item arrive at its name before it gives way to the next one, as the inode that was kept then.
pub(super) fn put_in_order(lines: &mut [Line]) {
    let mut names: HashMap<&Path, Name> = HashMap::new();
    for (at, line) in lines.iter().enumerate() {
        match line {
            Line::Replaced { path, backup: Some(_), .. } => {
                names.entry(&path.0).or_default().replaced.push(at);
            }
            Line::Moved { to, .. } => names.entry(&to.0).or_default().moved.push(at),
            _ => {}
        }
    }
    let is_met = |name: &Name| !name.replaced.is_empty() && name.moved.len() > 1;
    let met: Vec<Name> = names.into_values().filter(is_met).collect();
    for name in met {
        if let Some(ordered) = in_order(lines, &name) {
            let mut places: Vec<usize> = name.replaced.into_iter().chain(name.moved).collect();
            places.sort_unstable();
            for (place, line) in places.into_iter().zip(ordered) {
                if let Some(at) = lines.get_mut(place) {
                    *at = line;
                }
            }
        }
    }
}

/// The lines of one name in their order; none if they do not tell it.
fn in_order(lines: &[Line], name: &Name) -> Option<Vec<Line>> {
    let all = |places: &[usize]| -> Option<Vec<Line>> {
        places.iter().map(|at| lines.get(*at).cloned()).collect()
    };
    let (replaced, mut moved) = (all(&name.replaced)?, all(&name.moved)?);
    let count = replaced.len() + moved.len();
    let mut ordered: Vec<Line> = Vec::with_capacity(count);
    let mut arrives = |from: Option<&Path>| {
        let is_it = |line: &Line| match line {
            Line::Moved { from: source, .. } => match from {
                Some(from) => source.0 == from,
                // The first one, to which nothing gave way.
                None => !replaced.iter().any(|line| came_from(line) == Some(source.0.as_path())),
            },
            _ => false,
        };
        let at = moved.iter().position(is_it)?;
        Some(moved.remove(at))
    };
    ordered.extend(arrives(None));
    for line in &replaced {
        if let (Line::Replaced { kept: Some(kept), .. }, Some(Line::Moved { id, .. })) =
            (line, ordered.last_mut())
        {
            *id = kept.id;
        }
        ordered.push(line.clone());
        ordered.extend(arrives(came_from(line)));
    }
    (ordered.len() == count).then_some(ordered)
}

fn came_from(line: &Line) -> Option<&Path> {
    match line {
        Line::Replaced { from, .. } => Some(&from.0),
        _ => None,
    }
}
