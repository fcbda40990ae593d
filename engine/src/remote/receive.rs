//! Takes what the other end sends: into a hidden stage in the destination, and from there to its names.
//!
//! Everything arrives in a stage first, as what is unpacked from an archive does, and nothing has its name before all
//! is there. If the connection ends, the stage stays, and the same request takes it up: what is whole in it is not sent
//! again, and of a large file only the rest.

use std::ffi::{CString, OsStr};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::arrivals::arrive;
use super::handover::Handover;
use super::other_end::{OWN, directory_of, obey};
use super::refused::{kind_of, named, path_of, refused_place};
use super::tops::{ARRIVING, has_tops};
use crate::contract::checksum::Algorithm;
use crate::contract::error::{Action, Code, OpError};
use crate::contract::event::{Event, Warning};
use crate::contract::path::WirePath;
use crate::contract::spec::Verb;
use crate::copy::{Copier, Relocation, Unpacked};
use crate::job::Job;
use crate::job::act::act;
use crate::job::anchors::Anchors;
use crate::link::{Link, Message, Output, shown_source};
use crate::stage::Stage;
use crate::sum::Hasher;
use crate::unpack::{Stop, place_of};
use crate::walk::origins::Origins;
use crate::walk::target::Target;
use crate::walk::worker::Counterpart;
use fcp_sys::{Errno, Sys};

/// Runs a job to its end; `false` if it could not even begin.
pub(super) fn run(job: &Arc<Job>, target: &Target, link: &Link, anchors: &Anchors) -> bool {
    let shown = shown_source(&job.spec.sources, link.is_far());
    let Some(mut input) = link.take_input() else { return false };
    if let Some(error) = refused_place(target) {
        job.failed(OWN, shown, error);
        refuse(&link.output);
        return false;
    }
    let place = place_of(target);
    let stage = stage_name(job, target, link).and_then(|name| Stage::take_up(&place, &name));
    let (mut stage, was_there) = match stage {
        Ok(stage) => stage,
        Err(errno) => {
            let path = path_of(&place);
            let error = match errno {
                Errno::BUSY => OpError::refused(Action::Target, Code::UnderWay, path),
                errno => OpError::new(Action::Target, path, errno),
            };
            job.failed(OWN, shown, error);
            refuse(&link.output);
            return false;
        }
    };
    let mut is_whole = true;
    let arrived = arrive(job, target, link, &mut input, (&stage, was_there), &shown);
    match arrived {
        Ok((unpacked, origins)) => {
            let heard = obey(link, job, input);
            let handover = (job.spec.verb == Verb::Move)
                .then(|| Handover::begin((job, link, target), heard, &stage))
                .transpose();
            publish(job, target, (&shown, link.is_far()), &mut stage, (unpacked, origins));
            let directory = directory_of(target);
            let ended = handover.and_then(|handover| match handover {
                Some(handover) => handover.end(&stage, anchors, (&shown, &directory)),
                None => Ok(()),
            });
            if let Err(error) = ended {
                job.failed(OWN, shown.clone(), error);
            }
        }
        Err(stop) => {
            refuse(&link.output);
            match stop {
                Stop::Cancelled => drop(job.puts_off()),
                // The error is that of the stop.
                Stop::Failed(_) if job.control.is_cancelled() => drop(job.puts_off()),
                Stop::Failed(error) => job.failed(OWN, shown.clone(), error),
            }
            is_whole = false;
        }
    }
    job.unpacks_no_more();
    // What was stopped is continued by the same request.
    let goes_on = !is_whole || job.control.is_cancelled();
    if goes_on && stage.holds_files() {
        let warning = Warning::PartKept { path: WirePath(stage.path()) };
        job.hub.tell(Event::Warning { job: job.id, warning });
        return true;
    }
    let path = stage.path();
    if let Err(errno) = stage.remove() {
        job.failed(OWN, shown, OpError::new(Action::Remove, path, errno));
    }
    true
}

/// Tells the other end that nothing more is wanted; where it does not hear that, it is gone.
fn refuse(output: &Output) {
    let _told = output.send(&Message::Stop).is_ok();
}

/// The name of the stage: that of every job with the same sources, destination and attributes to keep.
fn stage_name(job: &Job, target: &Target, link: &Link) -> Sys<CString> {
    let bytes = |path: &CString| path.as_bytes().to_vec();
    // The same request may be spelled with a slash behind the name the next time.
    let plain = |path: &CString| -> PathBuf { path_of(path).components().collect() };
    let plain = |path| plain(path).into_os_string().into_vec();
    let paths: Vec<Vec<u8>> = target.paths.iter().map(plain).collect();
    let place = (target.directory.as_ref().map(bytes), paths);
    let sources = (&link.whose, &job.spec.sources, &job.spec.options.preserve);
    let key = serde_json::to_vec(&(sources, place)).map_err(|_| Errno::INVAL)?;
    let mut hasher = Hasher::new(Algorithm::Xxh3);
    hasher.update(&key);
    let key = hasher.finish().to_string();
    let (first, second) = key.split_at_checked(8).ok_or(Errno::INVAL)?;
    // Not that of the stages of archives, which the next job removes.
    let name = [b".fcp-", first.as_bytes(), b"-", second.as_bytes(), ARRIVING].concat();
    CString::new(name).map_err(|_nul| Errno::INVAL)
}

/// Moves what has arrived to its names.
fn publish(
    job: &Arc<Job>,
    target: &Target,
    (shown, far): (&Path, bool),
    stage: &mut Stage,
    (unpacked, origins): (Unpacked, Origins),
) {
    let fail = |error| job.failed(OWN, shown.to_owned(), error);
    let names = match stage.names() {
        Ok(names) => names,
        Err(errno) => return fail(OpError::new(Action::ListDir, stage.path(), errno)),
    };
    let mut relocations = Vec::new();
    let mut shown_as = stage.inside();
    match (target.paths.first(), has_tops(&job.spec.sources, far)) {
        (Some(path), true) => {
            let Some(name) = names.first() else { return };
            let src = stage.inside().join(OsStr::from_bytes(name.to_bytes()));
            match named(job, kind_of(&src), path_of(path)) {
                Ok(dst) => relocations.push(Relocation { src, dst, inode: None }),
                Err(error) => return fail(error),
            }
        }
        (Some(path), false) => {
            // What is in a folder without a name of its own comes as a folder.
            let dst: PathBuf = path_of(path).components().collect();
            let name = dst.file_name().unwrap_or_default().to_owned();
            match stage.call_inside(&name) {
                Ok(src) => {
                    shown_as.clone_from(&src);
                    relocations.push(Relocation { src, dst, inode: None });
                }
                Err(errno) => return fail(OpError::new(Action::Move, stage.path(), errno)),
            }
        }
        (None, _) => relocations.extend(names.iter().map(|name| {
            let name = Path::new(OsStr::from_bytes(name.to_bytes()));
            Relocation { src: stage.inside().join(name), dst: name.to_owned(), inode: None }
        })),
    }
    if relocations.is_empty() {
        return;
    }
    job.unpacks_of(&shown_as, shown, origins);
    let copier = Copier::of_unpacked(job, job.rules(Counterpart::Needed), relocations, unpacked);
    if act(job, target, copier, None).is_none() {
        job.note_own_error();
    }
}
