//! Makes common requests, which [`JobSpec::with`] refines, and requests that follow from others.

use crate::contract::path::WirePath;
use crate::contract::spec::{
    ConflictPolicy, Destination, Durability, ErrorPolicy, JobSpec, Options, Preserve, Verb,
};

impl JobSpec {
    /// Asks to copy items with their attributes, folders with all that is in them.
    ///
    /// ```
    /// use fcp_engine::Engine;
    /// use fcp_engine::spec::{ConflictPolicy, Destination, JobSpec};
    ///
    /// # let dir = tempfile::tempdir()?;
    /// # std::env::set_current_dir(&dir)?;
    /// # std::fs::create_dir_all("photos")?;
    /// # std::fs::create_dir_all("disk")?;
    /// let spec = JobSpec::copy(["photos"], Destination::Into("disk".into()))
    ///     .with(|options| options.on_conflict = ConflictPolicy::Newer);
    /// let engine = Engine::new();
    /// let job = engine.submit(spec)?;
    /// assert_eq!(engine.wait(job)?.failed, 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn copy<P: Into<WirePath>>(
        sources: impl IntoIterator<Item = P>,
        destination: Destination,
    ) -> Self {
        let options = Options { preserve: Preserve::ALL, ..Options::default() };
        Self { options, ..Self::plain(Verb::Copy, sources, Some(destination)) }
    }

    /// Asks to unpack archives; times and permissions are kept.
    pub fn extract(
        archives: impl IntoIterator<Item = impl Into<WirePath>>,
        destination: Destination,
    ) -> Self {
        let mut spec = Self::plain(Verb::Extract, archives, Some(destination));
        spec.options.preserve.timestamps = true;
        spec
    }

    /// Asks to make an archive of items, folders with all that is in them; the ending of its name says its format:
    /// `.zip`, `.tar`, `.tar.gz`, `.tar.xz` or `.tar.zst`.
    pub fn pack<P: Into<WirePath>>(
        sources: impl IntoIterator<Item = P>,
        archive: impl Into<WirePath>,
    ) -> Self {
        Self::plain(Verb::Pack, sources, Some(Destination::As(archive.into())))
    }

    /// Asks to move items: by rename where one leads there, and elsewhere by copies that are flushed before
    /// their sources are removed.
    pub fn move_to<P: Into<WirePath>>(
        sources: impl IntoIterator<Item = P>,
        destination: Destination,
    ) -> Self {
        Self::plain(Verb::Move, sources, Some(destination))
    }

    /// Asks to delete items for good, folders with all that is in them.
    pub fn delete<P: Into<WirePath>>(sources: impl IntoIterator<Item = P>) -> Self {
        Self::plain(Verb::Delete, sources, None)
    }

    /// Asks to move items to the trash; the engine must know where that is (`Engine::at_home`).
    pub fn trash<P: Into<WirePath>>(sources: impl IntoIterator<Item = P>) -> Self {
        Self::plain(Verb::Trash, sources, None)
    }

    /// Asks to move items out of the trash, to where they were; nothing there is replaced.
    pub fn restore(ids: impl IntoIterator<Item = WirePath>) -> Self {
        Self::back(Verb::Restore, ids.into_iter().collect())
    }

    /// Asks to take back a recorded job; see [`crate::record::list`].
    pub fn undo(record: impl Into<WirePath>) -> Self {
        Self::back(Verb::Undo, vec![record.into()])
    }

    /// Asks to compare what this job copied with its sources once more.
    ///
    /// None unless it was a copy: links, files without their data and dry runs leave nothing that
    /// could be compared byte by byte. What differs is told and never asked about.
    pub fn verifying(&self) -> Option<Self> {
        self.is_verifiable().then(|| Self {
            verb: Verb::Verify,
            options: Options {
                verify: false,
                verify_by: None,
                manifest: None,
                resume: false,
                removals: None,
                seen: None,
                reuse: None,
                durability: Durability::None,
                on_error: ErrorPolicy::Skip,
                ..self.options.clone()
            },
            ..self.clone()
        })
    }

    /// Whether what this job makes can be compared with its sources once more.
    pub fn is_verifiable(&self) -> bool {
        self.verb == Verb::Copy && self.options.makes_copies() && !self.options.dry_run
    }

    fn back(verb: Verb, sources: Vec<WirePath>) -> Self {
        let options = Options {
            on_conflict: ConflictPolicy::Fail,
            // A copy that has gone already is what an undo is for.
            force: verb == Verb::Undo,
            preserve: Preserve::ALL,
            ..Options::default()
        };
        Self { verb, sources, destination: None, options }
    }

    /// The same request with other options.
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut Options)) -> Self {
        change(&mut self.options);
        self
    }

    fn plain<P: Into<WirePath>>(
        verb: Verb,
        sources: impl IntoIterator<Item = P>,
        destination: Option<Destination>,
    ) -> Self {
        let sources = sources.into_iter().map(Into::into).collect();
        Self { verb, sources, destination, options: Options::default() }
    }
}
