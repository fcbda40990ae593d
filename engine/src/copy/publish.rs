//! Publishes files: gives a finished file its final name.
//!
//! An existing file is always replaced by rename. A new file above the small-file bound is written
//! without a name (`O_TMPFILE`) or under a temporary one, and named when it is whole.

use std::ffi::{CStr, CString};
use std::rc::Rc;

use super::naming::{Unplaced, Way, temporary_beside};
use super::retain::Incoming;
use crate::contract::error::Action;
use crate::contract::event::FileKind;
use crate::journal::Tracked;
use crate::walk::operand::parent_of;
use crate::walk::route::Route;
use crate::walk::worker::{OfThread, Pair, Worker};
use fcp_sys::{self as sys, AsFd, BorrowedFd, Errno, OwnedFd, Sys};

/// How often a server is asked whether it has stored a file.
const LOOKS: u8 = 8;

/// A file that is being written and does not have its final name yet, unless it is `Direct`.
#[derive(Debug)]
pub(super) struct Staged {
    pair: Rc<Pair>,
    /// None once it is closed.
    fd: Option<OwnedFd>,
    form: Form,
    /// Whether its server has to be asked whether it has stored the file.
    is_asked: bool,
    /// Whether it was born with the data of its source.
    pub(super) is_clone: bool,
    /// Set for large files: reports how far it has come.
    pub(super) large: Option<Box<Tracked>>,
}

/// How a file is named until it has its final name.
#[derive(Debug)]
enum Form {
    /// Under its final name: a small new file, which is removed if it fails.
    Direct(CString),
    /// An existing file, written in place.
    InPlace,
    /// Under a temporary name beside the final one.
    Named(CString),
    /// Without a name.
    Unnamed,
    /// Has its final name, or is gone.
    Settled,
}

impl Form {
    fn name(&self) -> Option<&CStr> {
        match self {
            Self::Direct(name) | Self::Named(name) => Some(name),
            Self::InPlace | Self::Unnamed | Self::Settled => None,
        }
    }
}

impl Staged {
    fn new(pair: &Rc<Pair>, fd: OwnedFd, form: Form) -> Self {
        let is_asked = pair.route.get().is_some_and(|route| route.is_asked);
        Self { pair: Rc::clone(pair), fd: Some(fd), form, is_asked, is_clone: false, large: None }
    }

    /// Creates a new file under its final name.
    pub(super) fn direct(pair: &Rc<Pair>, name: &CStr, mode: u32) -> Sys<Self> {
        let fd = sys::create_new(pair.dst(), name, mode)?;
        Ok(Self::new(pair, fd, Form::Direct(name.to_owned())))
    }

    /// Opens an existing file to be written in place, or what the user named `through` a symlink.
    ///
    /// # Errors
    /// `ELOOP`, `ENXIO` or `EEXIST` if it is no regular file and not to be written through.
    pub(super) fn in_place(
        pair: &Rc<Pair>,
        name: &CStr,
        truncate: bool,
        through: bool,
    ) -> Sys<Self> {
        let fd = if through {
            sys::open_existing(pair.dst(), name, truncate, true)?
        } else {
            let fd = sys::open_planted(pair.dst(), name)?;
            if sys::stat_fd(fd.as_fd())?.kind != FileKind::File {
                return Err(Errno::EXIST);
            }
            if truncate {
                sys::set_size(fd.as_fd(), 0)?;
            }
            fd
        };
        Ok(Self::new(pair, fd, Form::InPlace))
    }

    /// Opens an existing file only to set its attributes.
    ///
    /// # Errors
    /// `EEXIST` if it is no regular file.
    pub(super) fn attributes(pair: &Rc<Pair>, name: &CStr) -> Sys<Self> {
        let fd = sys::open_for_attributes(pair.dst(), name)?;
        if sys::stat_fd(fd.as_fd())?.kind != FileKind::File {
            return Err(Errno::EXIST);
        }
        Ok(Self::new(pair, fd, Form::InPlace))
    }

    /// Creates a file without a name, or under a temporary one where that is not possible.
    pub(super) fn beside(
        worker: &mut Worker,
        pair: &Rc<Pair>,
        name: &CStr,
        mode: u32,
        route: &Route,
    ) -> Sys<Self> {
        if route.unnamed.is_possible() {
            match sys::create_unnamed(pair.dst(), &parent_of(name), mode) {
                Ok(fd) => return Ok(Self::new(pair, fd, Form::Unnamed)),
                // Kernels without O_TMPFILE see an attempt to write a directory (open(2)).
                Err(Errno::OPNOTSUPP | Errno::ISDIR | Errno::INVAL | Errno::NOSYS) => {
                    route.unnamed.rule_out();
                }
                Err(errno) => return Err(errno),
            }
        }
        Self::named(worker, pair, name, mode)
    }

    /// Creates a file under a temporary name in the directory of the final one.
    pub(super) fn named(worker: &mut Worker, pair: &Rc<Pair>, name: &CStr, mode: u32) -> Sys<Self> {
        loop {
            let temporary = temporary_beside(worker, name);
            match sys::create_new(pair.dst(), &temporary, mode) {
                Ok(fd) => return Ok(Self::new(pair, fd, Form::Named(temporary))),
                Err(errno) if sys::exists(errno) => {}
                Err(errno) => return Err(errno),
            }
        }
    }

    /// Takes over a clone that was just made, under its final name or a temporary one.
    pub(super) fn born(pair: &Rc<Pair>, fd: OwnedFd, name: CString, at_once: bool) -> Self {
        let form = if at_once { Form::Direct(name) } else { Form::Named(name) };
        let mut staged = Self::new(pair, fd, form);
        staged.is_clone = true;
        staged
    }

    /// Takes over a file under a temporary name.
    pub(super) fn adopt(pair: &Rc<Pair>, fd: OwnedFd, temporary: &CStr) -> Self {
        Self::new(pair, fd, Form::Named(temporary.to_owned()))
    }

    /// Leaves the file under its temporary name, for the caller or a later run.
    pub(super) fn leave(mut self) -> Option<CString> {
        match std::mem::replace(&mut self.form, Form::Settled) {
            Form::Direct(name) | Form::Named(name) => Some(name),
            Form::InPlace | Form::Unnamed | Form::Settled => None,
        }
    }

    /// The open file; once it is closed, a descriptor on which every read and write fails.
    pub(super) fn fd(&self) -> BorrowedFd<'_> {
        self.fd.as_ref().map_or(self.pair.dst(), OwnedFd::as_fd)
    }

    /// Closes a file of a server in user space and opens it to be read; `false` where that is of no use.
    ///
    /// # Errors
    /// What closing it reports, or why it cannot be opened.
    pub(super) fn reopen(&mut self) -> Sys<bool> {
        let dir = self.pair.dst();
        let (Form::Direct(name) | Form::Named(name)) = &self.form else { return Ok(false) };
        // Its directory may be no descriptor but a path that the user named.
        if !self.is_asked && !sys::is_served_by_program(self.fd()) {
            return Ok(false);
        }
        let was = sys::stat_fd(self.fd())?.id();
        close_stored(&mut self.fd, (dir, name), self.is_asked)?;
        let file = self.fd.insert(sys::open_source(dir, name, false)?);
        // Another program may have put a file of its own under the name.
        if sys::stat_fd(file.as_fd())?.id() == was { Ok(true) } else { Err(Errno::STALE) }
    }

    /// Whether an existing file is written over.
    pub(super) fn is_in_place(&self) -> bool {
        matches!(self.form, Form::InPlace)
    }

    /// The temporary or final name, by which others can open it.
    pub(super) fn name(&self) -> Option<&CStr> {
        self.form.name()
    }

    /// Closes the file and gives it its final name; gives the name of the backup, if there is one.
    ///
    /// # Errors
    /// `EEXIST` if the name is taken and nothing is to give way; the file then is still staged.
    pub(super) fn publish(
        &mut self,
        worker: &mut Worker,
        name: &CStr,
        way: Way<'_>,
    ) -> Result<Option<CString>, Unplaced> {
        let Self { pair, fd, form, is_asked, .. } = self;
        publish(worker, (pair, name), (fd, *is_asked), form, way)
    }

    /// Lets the file wait for its final name, without its directory being held open.
    ///
    /// What has a name is closed unless `keep_open`.
    ///
    /// # Errors
    /// What closing it reports.
    pub(super) fn shelve(&mut self, keep_open: bool) -> Sys<Shelved> {
        let unnamed = matches!(self.form, Form::Unnamed);
        let mut is_told = !self.is_asked;
        if !unnamed && (!keep_open || self.is_asked) {
            match &self.form {
                Form::Direct(name) | Form::Named(name) => {
                    is_told = close_stored(&mut self.fd, (self.pair.dst(), name), self.is_asked)?;
                }
                Form::InPlace | Form::Unnamed | Form::Settled => close(&mut self.fd)?,
            }
        }
        let fd = self.fd.take();
        let form = match std::mem::replace(&mut self.form, Form::Settled) {
            // The caller removes it if it proves unsafe, and knows whether it replaced something.
            Form::Direct(_) | Form::InPlace => Form::Settled,
            form => form,
        };
        Ok(Shelved { is_told, ..Shelved::new(fd, form, self.is_asked) })
    }
}

impl Drop for Staged {
    /// Removes a file that was not published.
    fn drop(&mut self) {
        if matches!(self.form, Form::InPlace | Form::Unnamed | Form::Settled) {
            return;
        }
        let open = self.fd.as_ref().and_then(|fd| sys::stat_fd(fd.as_fd()).ok());
        // Servers in user space keep what is removed while it is open: rclone makes it again when it is closed.
        sys::best_effort(close(&mut self.fd));
        match (&self.form, open) {
            // Another program may have put a file of its own under a name that it knows.
            (Form::Direct(name), Some(made)) => unlink_own(self.pair.dst(), name, made.id()),
            (form, _) => discard(self.pair.dst(), form),
        }
    }
}

/// A file that waits for its final name, or has it and waits to be safe.
#[derive(Debug)]
pub(super) struct Shelved {
    fd: Option<OwnedFd>,
    form: Form,
    is_asked: bool,
    /// Whether its server has told that it has stored the file, if it is one that has to be asked.
    is_told: bool,
    of_thread: OfThread,
}

impl Shelved {
    fn new(fd: Option<OwnedFd>, form: Form, is_asked: bool) -> Self {
        Self { fd, form, is_asked, is_told: true, of_thread: OfThread::default() }
    }

    /// What never waits for its name: a symlink, a special file.
    pub(super) fn placed() -> Self {
        Self::new(None, Form::Settled, false)
    }

    pub(super) fn fd(&self) -> Option<BorrowedFd<'_>> {
        self.fd.as_ref().map(OwnedFd::as_fd)
    }

    /// Whether only its contents show that it is stored.
    pub(super) fn is_unconfirmed(&self) -> bool {
        !self.is_told
    }

    /// Whether it waits for its final name.
    pub(super) fn is_staged(&self) -> bool {
        !matches!(self.form, Form::Settled)
    }

    /// The name by which it can be opened, if it is not the final one.
    pub(super) fn temporary(&self) -> Option<&CStr> {
        self.form.name()
    }

    /// Whether it can be opened by a name at all.
    pub(super) fn has_name(&self) -> bool {
        !matches!(self.form, Form::Unnamed)
    }

    /// Gives the file its final name; see [`Staged::publish`].
    pub(super) fn publish(
        &mut self,
        worker: &mut Worker,
        pair: &Pair,
        name: &CStr,
        way: Way<'_>,
    ) -> Result<Option<CString>, Unplaced> {
        publish(worker, (pair, name), (&mut self.fd, self.is_asked), &mut self.form, way)
    }

    /// Closes the file, if it is still open.
    pub(super) fn close(&mut self) -> Sys<()> {
        close(&mut self.fd)
    }

    /// Removes the file, if it still waits for its final name.
    pub(super) fn discard(&mut self, pair: &Pair) {
        discard(pair.dst(), &self.form);
        self.form = Form::Settled;
    }
}

fn close(fd: &mut Option<OwnedFd>) -> Sys<()> {
    fd.take().map_or(Ok(()), sys::close)
}

/// Closes a file, and where its server `is_asked` looks whether that has stored all of it; `false` if that cannot be seen.
///
/// Such a server answers `close` before it stores the file. Until it has, it tells of a file without a time, whatever there
/// is; after that, the truth. It is not opened for that: gvfs never ends a request whose answer is not read to its end.
pub(crate) fn close_stored(
    fd: &mut Option<OwnedFd>,
    (dir, name): (BorrowedFd<'_>, &CStr),
    is_asked: bool,
) -> Sys<bool> {
    let written = fd.as_ref().filter(|_| is_asked).map(|fd| sys::stat_fd(fd.as_fd()));
    let written = written.transpose()?;
    close(fd)?;
    let Some(written) = written else { return Ok(true) };
    for _ in 0..LOOKS {
        match sys::stat_at_server(dir, name) {
            Ok(there) if there.size == written.size && there.mtime.0 == 0 => {}
            Ok(there) if there.size == written.size => return Ok(true),
            Ok(_) | Err(Errno::NOENT) => return Err(Errno::IO),
            Err(errno) => return Err(errno),
        }
    }
    // Some servers have no times at all.
    Ok(false)
}

/// Closes a file and gives it its name.
///
/// An old file is only replaced after closing the new one has reported nothing.
fn publish(
    worker: &mut Worker,
    (pair, name): (&Pair, &CStr),
    (fd, is_asked): (&mut Option<OwnedFd>, bool),
    form: &mut Form,
    way: Way<'_>,
) -> Result<Option<CString>, Unplaced> {
    let dir = pair.dst();
    let failed = |errno| Unplaced::back(Action::Publish, errno);
    let mut linked = None;
    if matches!(form, Form::Unnamed) {
        let file = fd.as_ref().map(OwnedFd::as_fd).ok_or(failed(Errno::BADF))?;
        if matches!(way, Way::New) {
            // What has no name must be open to get one.
            linked = sys::stat_fd(file).ok().map(|meta| meta.id());
            sys::link_unnamed(file, dir, name).map_err(failed)?;
            *form = Form::Settled;
        } else {
            // linkat(2) never replaces: link beside, then rename.
            let temporary = link_beside(worker, file, dir, name).map_err(failed)?;
            *form = Form::Named(temporary);
        }
    }
    let written = match &*form {
        Form::Direct(own) | Form::Named(own) => own,
        Form::InPlace | Form::Unnamed | Form::Settled => name,
    };
    if let Err(errno) = close_stored(fd, (dir, written), is_asked) {
        if let Some(id) = linked {
            unlink_own(dir, name, id);
        }
        return Err(Unplaced::back(Action::Close, errno));
    }
    let backup = match (&*form, way) {
        (Form::Direct(_) | Form::InPlace | Form::Unnamed | Form::Settled, _) => None,
        (Form::Named(temporary), Way::New) => {
            rename_new(pair, temporary, name).map_err(failed)?;
            None
        }
        (Form::Named(temporary), Way::Over) => {
            sys::rename(dir, temporary, dir, name).map_err(failed)?;
            None
        }
        (Form::Named(temporary), Way::Retain(retained)) => {
            retained.give_way(dir, temporary, Incoming::Temporary).map_err(failed)?;
            None
        }
        (Form::Named(temporary), Way::BackUp(copier, spare)) => {
            let incoming = (Incoming::Temporary, spare);
            let placed = copier.back_up(worker, (dir, name), (dir, temporary), incoming);
            if placed.as_ref().is_err_and(|unplaced| !unplaced.is_back) {
                // What the temporary name leads to now is not the new file.
                *form = Form::Settled;
            }
            placed?
        }
    };
    *form = Form::Settled;
    Ok(backup)
}

/// Gives a file another name in its directory, unless that is taken.
///
/// sshfs asks its server for the new name before it says that one call cannot do this, and holds the directory meanwhile:
/// without this memory ten large files to a server 5 ms away took a tenth longer.
fn rename_new(pair: &Pair, old: &CStr, new: &CStr) -> Sys<()> {
    let dir = pair.dst();
    let Some(route) = pair.route.get() else { return sys::rename_new(dir, old, dir, new) };
    if !route.rename_new.is_possible() {
        return sys::rename_stepwise(dir, old, dir, new);
    }
    match sys::rename_new_at_once(dir, old, dir, new) {
        Err(Errno::INVAL | Errno::NOSYS | Errno::OPNOTSUPP) => {
            route.rename_new.rule_out();
            sys::rename_stepwise(dir, old, dir, new)
        }
        result => result,
    }
}

/// Links a file without a name under a temporary one beside `name`.
fn link_beside(
    worker: &mut Worker,
    file: BorrowedFd<'_>,
    dir: BorrowedFd<'_>,
    name: &CStr,
) -> Sys<CString> {
    loop {
        let temporary = temporary_beside(worker, name);
        match sys::link_unnamed(file, dir, &temporary) {
            Ok(()) => return Ok(temporary),
            Err(errno) if sys::exists(errno) => {}
            Err(errno) => return Err(errno),
        }
    }
}

fn discard(dir: BorrowedFd<'_>, form: &Form) {
    if let Form::Direct(name) | Form::Named(name) = form {
        // Nothing more can be done for a name that cannot be removed; a rerun finds it.
        sys::best_effort(sys::unlink(dir, name));
    }
}

/// Removes a name, if it still leads to the file that this job made.
pub(super) fn unlink_own(dir: BorrowedFd<'_>, name: &CStr, id: (u64, u64)) {
    if sys::stat_at(dir, name, false).is_ok_and(|there| there.id() == id) {
        // The failure of the item itself is the one to tell.
        sys::best_effort(sys::unlink(dir, name));
    }
}
