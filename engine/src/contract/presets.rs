//! Makes common requests, which [`JobSpec::with`] refines.

use crate::contract::path::WirePath;
use crate::contract::spec::{Destination, JobSpec, Options, Preserve, Verb};

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
