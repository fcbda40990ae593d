//! Spells the options of a copy and of a move as flags.

use fcp_engine::spec::{
    BackupKind, Cache, ConflictPolicy, DEFAULT_RENAME, DirectoryPolicy, Driver, Durability, Follow,
    LinkMode, MismatchPolicy, ModeRule, NameRule, Options, Overwrite, Preserve, Publish, Reflink,
    Shard, Sharing, Sparse, Subvolumes,
};

use super::{Line, durability, quoted, size_word};

use crate::tr;

impl Line {
    /// What `fcp` alone has flags for.
    pub(super) fn copy(&mut self, options: &Options) -> Result<(), &'static str> {
        if !options.recursive {
            return Err(tr!("no-command-no-folders"));
        }
        if options.gnu {
            return Err(tr!("no-command-gnu"));
        }
        if options.below.is_some() {
            return Err(tr!("no-command-below"));
        }
        if options.write_through && options.overwrite == Overwrite::InPlace {
            return Err(tr!("no-command-through"));
        }
        let links_stay = options.follow == Follow::Never && !options.read_operands;
        let archive = options.preserve == Preserve::ALL && links_stay;
        if options.mirrors() && !archive {
            return Err(tr!("no-command-mirror"));
        }
        self.flag(archive, "-a");
        if !archive {
            self.preserve(options.preserve)?;
        }
        let hard = options.link == LinkMode::Hard;
        // Without -r, operands that are no directories are read as cp reads them.
        self.flag(!options.read_operands && !archive, "-r");
        let follow = match options.follow {
            Follow::Files if hard || !options.read_operands => {
                return Err(tr!("no-command-follow"));
            }
            Follow::Never if !archive && (hard || options.read_operands) => "-P",
            Follow::Operands => "-H",
            Follow::Always if !hard => "-L",
            Follow::Never | Follow::Files | Follow::Always => "",
        };
        self.flag(!follow.is_empty(), follow);
        self.flag(hard, "-l");
        self.flag(options.link == LinkMode::Symbolic, "-s");
        self.flag(options.one_file_system, "-x");
        self.flag(options.parents, "--parents");
        self.flag(options.keep_directory_symlink, "--keep-directory-symlink");
        self.flag(options.attributes_only, "--attributes-only");
        self.flag(options.copy_contents, "--copy-contents");
        self.flag(options.force, "-f");
        match options.overwrite {
            Overwrite::Replace => {}
            Overwrite::InPlace => self.word("--inplace"),
            Overwrite::RemoveFirst => self.word("--remove-destination"),
        }
        self.existing(options)?;
        self.value_if(
            "--driver",
            options.driver.map(|driver| match driver {
                Driver::Parfile => "parfile",
                Driver::Parblock => "parblock",
                Driver::Reflink => "reflink",
                Driver::CopyFileRange => "copy_file_range",
                Driver::ReadWrite => "read_write",
            }),
        );
        self.mirror(options)?;
        match options.subvolumes {
            Subvolumes::Copy => {}
            Subvolumes::Snapshot => self.word("--snapshot-subvolumes"),
            Subvolumes::SnapshotReadOnly => self.word("--snapshot-subvolumes=read-only"),
        }
        match options.names {
            NameRule::Keep => {}
            NameRule::Portable => self.word("--names=portable"),
            NameRule::Original => self.word("--names=original"),
        }
        if let Some(Shard { number, of }) = options.filter.shard {
            self.value("--shard", &format!("{number}/{of}"));
        }
        self.flag(options.publish == Publish::Always, "--publish=always");
        self.value_if("--durability", durability(options.durability));
        self.travel(options);
        self.flag(options.filter.gitignore, "--gitignore");
        Ok(())
    }

    /// What is removed at the destination, and what is shared with other copies.
    fn mirror(&mut self, options: &Options) -> Result<(), &'static str> {
        if let Some(removals) = &options.removals {
            if removals.paths.is_some() {
                return Err(tr!("no-command-removals"));
            }
            self.word(if removals.permanent { "--mirror=delete" } else { "--mirror" });
            if let Some(limit) = removals.limit {
                self.value("--max-delete", &limit.to_string());
            }
        }
        for tree in options.reuse.iter().flat_map(|reuse| &reuse.trees) {
            self.word(match options.reuse.as_ref().map(|reuse| reuse.by) {
                Some(Sharing::Reflink) => "--clone-dest",
                Some(Sharing::HardLink) | None => "--link-dest",
            });
            self.word(&quoted(tree.0.as_os_str()));
        }
        Ok(())
    }

    /// What `fmv` has flags for.
    pub(super) fn moves(&mut self, options: &Options) {
        self.flag(options.no_copy, "--no-copy");
        self.flag(options.exchange, "--exchange");
        // Of directories fmv decides as fcp does.
        let _always = self.existing(options).is_ok();
        let stricter = matches!(options.durability, Durability::Batch | Durability::File);
        self.value_if("--durability", durability(options.durability).filter(|_| stricter));
        self.travel(options);
    }

    pub(super) fn preserve(&mut self, preserve: Preserve) -> Result<(), &'static str> {
        if preserve == Preserve::ALL {
            self.word("--preserve=all");
            return Ok(());
        }
        let Preserve { mode, ownership, timestamps, links, xattr, required, context } = preserve;
        if context || xattr != required {
            return Err(tr!("no-command-attributes"));
        }
        let kept: Vec<&str> = [
            (mode == ModeRule::Exact, "mode"),
            (ownership, "ownership"),
            (timestamps, "timestamps"),
            (links, "links"),
            (xattr, "xattr"),
        ]
        .into_iter()
        .filter_map(|(holds, name)| holds.then_some(name))
        .collect();
        if !kept.is_empty() {
            self.value("--preserve", &kept.join(","));
        }
        self.flag(mode == ModeRule::Fresh, "--no-preserve=mode");
        Ok(())
    }

    /// Adds the flags that say what happens to existing files.
    pub(super) fn existing(&mut self, options: &Options) -> Result<(), &'static str> {
        let pattern;
        let policy = match &options.on_conflict {
            ConflictPolicy::Overwrite => None,
            ConflictPolicy::Ask => Some("ask"),
            ConflictPolicy::Fail => Some("fail"),
            ConflictPolicy::Skip => Some("skip"),
            ConflictPolicy::Rename(text) if text == DEFAULT_RENAME => Some("rename"),
            ConflictPolicy::Rename(text) => {
                pattern = format!("rename:{text}");
                Some(pattern.as_str())
            }
            ConflictPolicy::Newer => Some("newer"),
            ConflictPolicy::Older => Some("older"),
            ConflictPolicy::Larger => Some("larger"),
            ConflictPolicy::Smaller => Some("smaller"),
            ConflictPolicy::DifferentMeta => Some("different"),
            ConflictPolicy::DifferentContent => Some("different-content"),
        };
        self.value_if("--on-conflict", policy);
        if let Some(backup) = &options.backup {
            self.word(match backup.kind {
                BackupKind::Simple => "--backup=simple",
                BackupKind::Numbered => "--backup=numbered",
                BackupKind::Existing => "--backup=existing",
            });
            if backup.suffix != "~" {
                self.value("--suffix", &backup.suffix);
            }
        }
        self.flag(options.keep_replaced, "--keep-replaced");
        self.flag(options.strip_trailing_slashes, "--strip-trailing-slashes");
        match (&options.on_directory, &options.on_mismatch) {
            (DirectoryPolicy::Ask | DirectoryPolicy::Merge, _) => {}
            _ => return Err(tr!("no-command-folders")),
        }
        let mirrors = options.mirrors();
        match &options.on_mismatch {
            MismatchPolicy::Replace if mirrors => Ok(()),
            MismatchPolicy::Skip | MismatchPolicy::Replace => Err(tr!("no-command-folders")),
            MismatchPolicy::Ask | MismatchPolicy::Fail | MismatchPolicy::Rename(_) => Ok(()),
        }
    }

    /// How bytes travel.
    fn travel(&mut self, options: &Options) {
        self.value_if(
            "--reflink",
            match options.reflink {
                Reflink::Auto => None,
                Reflink::Always => Some("always"),
                Reflink::Never => Some("never"),
            },
        );
        self.value_if(
            "--sparse",
            match options.sparse {
                Sparse::Auto => None,
                Sparse::Always => Some("always"),
                Sparse::Never => Some("never"),
            },
        );
        self.value_if(
            "--cache",
            match options.cache {
                Cache::Auto => None,
                Cache::Keep => Some("keep"),
                Cache::Drop => Some("drop"),
                Cache::Direct => Some("direct"),
            },
        );
        if let Some(size) = options.block_size {
            self.value("--block-size", &size_word(size));
        }
        if let Some(rate) = options.limit_rate {
            self.value("--limit-rate", &size_word(rate));
        }
        match options.verify_by.filter(|_| options.verify) {
            Some(algorithm) => self.word(&format!("--verify={}", algorithm.name())),
            None => self.flag(options.verify, "--verify"),
        }
        if let Some(manifest) = &options.manifest {
            self.word("--manifest");
            self.word(&quoted(manifest.0.as_os_str()));
        }
        self.flag(options.resume && options.removals.is_none(), "--resume");
    }
}
