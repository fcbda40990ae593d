//! Says which requests are not carried out with the rights of the administrator, field by field.

use fcp_engine::spec::{
    Confirm, Destination, Follow, JobSpec, ModeRule, Options, Preserve, Protect, Reuse, Sharing,
    Verb,
};

use super::is_possible;
use crate::tr;

/// Gives the reason in one sentence, if there is one.
///
/// All fields are named, so that a new one makes the compiler ask what root would do with it.
pub(super) fn reason(spec: &JobSpec) -> Option<&'static str> {
    let JobSpec { verb, sources, destination, options } = spec;
    if !is_possible(*verb) {
        return Some(tr!("elevated-not-this"));
    }
    if !matches!(spec.far(), Ok(None)) {
        return Some(tr!("elevated-elsewhere"));
    }
    let destinations = destination.iter().flat_map(Destination::paths);
    // `pkexec` starts its program in the home of root.
    if !sources.iter().chain(destinations).all(|path| path.0.is_absolute()) {
        return Some(tr!("elevated-relative"));
    }
    of_options(*verb, options)
}

fn of_options(verb: Verb, options: &Options) -> Option<&'static str> {
    let Options {
        follow,
        preserve,
        keep_directory_symlink,
        write_through,
        copy_contents,
        cross_mounts,
        protect,
        confirm,
        gnu,
        manifest,
        dry_run,
        removals,
        reuse,
        // The items that the user named, and no others, are copied, moved or deleted with these.
        recursive: _,
        parents: _,
        below: _,
        strip_trailing_slashes: _,
        filter: _,
        names: _,
        one_file_system: _,
        empty_directories: _,
        // The operands stand in the request, each by its name, also those that are devices.
        read_operands: _,
        // Links and empty files give no rights to what they lead to.
        link: _,
        attributes_only: _,
        no_copy: _,
        exchange: _,
        // These say how data travels and when it is on disk.
        reflink: _,
        subvolumes: _,
        sparse: _,
        driver: _,
        cache: _,
        block_size: _,
        workers: _,
        publish: _,
        durability: _,
        verify: _,
        verify_by: _,
        limit_rate: _,
        resume: _,
        // The user chose what becomes of existing files, and the dialog says it. In place, no symlink is written through.
        overwrite: _,
        force: _,
        on_conflict: _,
        on_directory: _,
        on_mismatch: _,
        on_error: _,
        backup: _,
        keep_replaced: _,
        // It only keeps more.
        seen: _,
        // These have no meaning for the verbs that are possible.
        min_size: _,
        unpack_folder: _,
        unpack_limit: _,
        pack_level: _,
        // These say what is told.
        events: _,
        totals: _,
    } = options;
    if removals.is_some() {
        return Some(tr!("elevated-removes"));
    }
    // It changes nothing, so that it needs no rights to do so; what it told of folders of others would be lost.
    if *dry_run {
        return Some(tr!("elevated-dry-run"));
    }
    // The file would be written wherever the request says, and belong to root.
    if manifest.is_some() {
        return Some(tr!("elevated-manifest"));
    }
    // Other users may have made these symlinks, and may change them at any time: root could go where no user can.
    if *follow == Follow::Always || *keep_directory_symlink || *write_through || *gnu {
        return Some(tr!("elevated-symlinks"));
    }
    // A device holds the files of all users, and a FIFO keeps its reader waiting.
    if *copy_contents {
        return Some(tr!("elevated-contents"));
    }
    if *cross_mounts {
        return Some(tr!("elevated-mounts"));
    }
    // A copy in a folder of root would be the same file as one that its user can still change.
    if matches!(reuse, Some(Reuse { by: Sharing::HardLink, .. })) {
        return Some(tr!("elevated-shares"));
    }
    // Set-ID bits of a file would become those of a file of root.
    let Preserve { mode, ownership, .. } = preserve;
    if verb == Verb::Copy && *mode == ModeRule::Exact && !ownership {
        return Some(tr!("elevated-modes"));
    }
    if verb == Verb::Delete {
        let Protect { root, working_directory: _, mount_points: _ } = protect;
        if !root {
            return Some(tr!("elevated-unprotected"));
        }
        // Where the window shows the progress, nothing could ask.
        match confirm {
            Confirm::Never => {}
            Confirm::Protected | Confirm::Each => return Some(tr!("elevated-confirms")),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use fcp_engine::spec::Removals;

    use super::*;

    fn spec(verb: Verb) -> JobSpec {
        JobSpec { verb, ..JobSpec::copy(["/a"], Destination::Into("/b".into())) }
    }

    #[test]
    fn plain_requests_are_carried_out() {
        for verb in [Verb::Copy, Verb::Move, Verb::Delete] {
            assert_eq!(reason(&spec(verb)), None);
        }
        let all = spec(Verb::Copy).with(|options| options.preserve = Preserve::ALL);
        assert_eq!(reason(&all), None);
        // As the commands ask for operands.
        let named = spec(Verb::Copy).with(|options| {
            (options.follow, options.read_operands) = (Follow::Files, true);
        });
        assert_eq!(reason(&named), None);
    }

    #[test]
    fn what_is_dangerous_or_makes_no_sense_as_root_is_refused() {
        type Change = fn(&mut Options);
        let cases: [(Verb, &str, Change); 14] = [
            (Verb::Copy, "checksums", |it| it.manifest = Some("/home/user/list".into())),
            (Verb::Copy, "symlinks", |it| it.write_through = true),
            (Verb::Copy, "symlinks", |it| it.keep_directory_symlink = true),
            (Verb::Move, "symlinks", |it| it.gnu = true),
            (Verb::Copy, "symlinks", |it| it.follow = Follow::Always),
            (Verb::Copy, "devices", |it| it.copy_contents = true),
            (Verb::Delete, "mounted", |it| it.cross_mounts = true),
            (Verb::Copy, "removes", |it| it.removals = Some(Removals::default())),
            (Verb::Copy, "dry run", |it| it.dry_run = true),
            (Verb::Copy, "hard links", |it| {
                it.reuse = Some(Reuse { trees: vec!["/c".into()], by: Sharing::HardLink });
            }),
            (Verb::Copy, "owners", |it| {
                it.preserve = Preserve { ownership: false, ..Preserve::ALL };
            }),
            (Verb::Delete, "root folder", |it| it.protect.root = false),
            (Verb::Delete, "asks", |it| it.confirm = Confirm::Each),
            (Verb::Delete, "asks", |it| it.confirm = Confirm::Protected),
        ];
        for (verb, part, change) in cases {
            let why = reason(&spec(verb).with(change));
            assert!(why.is_some_and(|why| why.contains(part)), "{part}: {why:?}");
        }
    }

    #[test]
    fn a_path_that_depends_on_the_working_directory_is_refused() {
        let relative = JobSpec { sources: vec!["a".into()], ..spec(Verb::Delete) };
        assert!(reason(&relative).is_some_and(|why| why.contains("relative")));
        let to = Some(Destination::Each(vec!["/b".into(), "c".into()]));
        assert!(reason(&JobSpec { destination: to, ..spec(Verb::Copy) }).is_some());
    }
}
