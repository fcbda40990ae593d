//! Says which flags have no meaning for copies and moves between machines.

use fcp_engine::spec::{LinkMode, NameRule, Overwrite, Reflink};

use crate::cli::asked::Asked;

/// Finds a flag that cannot be combined with an operand on another machine.
pub(super) fn find(asked: &Asked) -> Option<&'static str> {
    let options = &asked.options;
    let found = [
        (asked.queue.is_some(), "a copy or move to or from another machine cannot be queued"),
        (asked.out.is_some(), "a plan is for machines that see the same folders"),
        (asked.glob, "--glob does not look at other machines"),
        (options.removals.is_some(), "--mirror works on one machine"),
        (options.reuse.is_some(), "--link-dest and --clone-dest work on one machine"),
        (options.parents, "--parents works on one machine"),
        (options.manifest.is_some(), "--manifest works on one machine"),
        (options.link != LinkMode::Copy, "links do not lead to other machines"),
        (options.attributes_only, "--attributes-only works on one machine"),
        (options.reflink == Reflink::Always, "data is not shared between machines"),
        (options.overwrite == Overwrite::InPlace, "--inplace works on one machine"),
        (options.names != NameRule::Keep, "--names works on one machine"),
        (options.filter.shard.is_some(), "--shard works on one machine"),
        (options.exchange, "--exchange works on one machine"),
        (options.no_copy, "--no-copy works on one machine: there is no rename between two"),
        (options.keep_directory_symlink, "--keep-directory-symlink works on one machine"),
    ];
    asked.clash.or_else(|| found.into_iter().find_map(|(is_asked, text)| is_asked.then_some(text)))
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use super::*;
    use crate::cli::asked::{Dialect, Env, fold};
    use crate::cli::program::{FCP, FMV, Program};
    use crate::gnu::getopt::GetOpt;
    use fcp_engine::spec::JobSpec;

    #[test]
    fn the_flags_that_are_refused_make_the_jobs_that_cannot_travel() {
        let refused = |program: &'static Program, line: &str| {
            let line = line.split_whitespace().map(OsString::from);
            let tokens = GetOpt::new(program.flags, line, false);
            let asked = fold(tokens, program, Dialect::Own, &Env::default()).unwrap();
            let (sources, options) = (vec!["/a".into()], asked.options.clone());
            let spec = JobSpec { verb: program.verb, sources, destination: None, options };
            assert_eq!(find(&asked).is_some(), !spec.can_travel(), "{:?}", asked.options);
            find(&asked).is_some()
        };
        for flag in [
            "--mirror",
            "--link-dest=x",
            "--parents",
            "--manifest=x",
            "-l",
            "-s",
            "--attributes-only",
            "--reflink=always",
            "--inplace",
            "--names=portable",
            "--shard=1/2",
            "--keep-directory-symlink",
        ] {
            assert!(refused(&FCP, flag), "{flag}");
        }
        assert!(refused(&FMV, "--exchange") && refused(&FMV, "--no-copy"));
        for flag in ["-a", "-L", "-n", "-b", "-u", "--verify", "--keep-replaced", "--dry-run"] {
            assert!(!refused(&FCP, flag), "{flag}");
        }
    }
}
