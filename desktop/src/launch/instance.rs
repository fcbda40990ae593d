//! Allows one instance for each queue: a later launch sends its request to the first, as bytes, for any name.
//!
//! This needs no session bus: a lock in our folder of the user's state says who is first, and falls with its
//! process; a socket beside it takes what later launches ask for.

use std::fs::{self, DirBuilder, File, TryLockError};
use std::io::{self, Read, Write};
use std::net::Shutdown;
use std::os::unix::fs::DirBuilderExt;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use super::line::{Launch, Token};

const LOCK: &str = "desktop.lock";
const SOCKET: &str = "desktop.sock";
/// What the first process says once it has taken a launch.
const TAKEN: &[u8] = b"taken";
/// Time that a process has to read or answer.
const PATIENCE: Duration = Duration::from_secs(2);
/// Time that a process has to quit, or to start listening.
const TURN: Duration = Duration::from_secs(5);
/// Time between two looks whether it has.
const LOOK: Duration = Duration::from_millis(25);
/// More than any launch has to say.
const LONGEST: u64 = 64 << 20;

/// The first process of a queue.
#[derive(Debug)]
pub(crate) struct First {
    /// Held until the process ends, however it ends.
    lock: File,
    socket: UnixListener,
}

/// What a launch comes to.
#[derive(Debug)]
pub(crate) enum Entered {
    /// This process is the first.
    First(First),
    /// The first one has taken the launch.
    Told,
}

/// Becomes the first process of the queue in `state`, or hands the launch to the one that is.
///
/// # Errors
/// Neither is possible; the program then runs on its own, which the queue allows.
pub(crate) fn enter(state: &Path, launch: &Launch, token: Option<&Token>) -> io::Result<Entered> {
    DirBuilder::new().recursive(true).mode(0o700).create(state)?;
    let lock = File::options().create(true).append(true).open(state.join(LOCK))?;
    let began = Instant::now();
    loop {
        match lock.try_lock() {
            Ok(()) => return Ok(Entered::First(First { socket: listen(state)?, lock })),
            Err(TryLockError::Error(error)) => return Err(error),
            Err(TryLockError::WouldBlock) => {}
        }
        match tell(state, launch, token) {
            Ok(()) => return Ok(Entered::Told),
            Err(error) if began.elapsed() > TURN => return Err(error),
            // The first process does not listen yet, or is quitting.
            Err(_) => thread::sleep(LOOK),
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "the socket of a process that is gone")]
fn listen(state: &Path) -> io::Result<UnixListener> {
    let path = state.join(SOCKET);
    match fs::remove_file(&path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        Ok(()) | Err(_) => UnixListener::bind(&path),
    }
}

fn tell(state: &Path, launch: &Launch, token: Option<&Token>) -> io::Result<()> {
    let mut stream = UnixStream::connect(state.join(SOCKET))?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    stream.write_all(&launch.to_bytes(token))?;
    stream.shutdown(Shutdown::Write)?;
    let mut said = Vec::new();
    stream.take(TAKEN.len() as u64).read_to_end(&mut said)?;
    if said == TAKEN { Ok(()) } else { Err(io::ErrorKind::ConnectionRefused.into()) }
}

impl First {
    /// Takes what later launches ask for, on a thread; `take` refuses them once the program leaves.
    pub(crate) fn serve(self, take: impl Fn(Launch, Option<Token>) -> bool + Send + 'static) {
        thread::spawn(move || {
            for stream in self.socket.incoming().flatten() {
                // The client may have disconnected; nothing to do.
                let _heard = hear(stream, &take).is_ok();
            }
            drop(self.lock);
        });
    }
}

fn hear(mut stream: UnixStream, take: &impl Fn(Launch, Option<Token>) -> bool) -> io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    let mut bytes = Vec::new();
    (&mut stream).take(LONGEST).read_to_end(&mut bytes)?;
    if Launch::from_bytes(&bytes).is_some_and(|(launch, token)| take(launch, token)) {
        stream.write_all(TAKEN)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::{Arc, mpsc};

    use super::*;
    use crate::wire::View;

    fn launch() -> Launch {
        let paths = vec![OsStr::from_bytes(b"/caf\xE9").into()];
        Launch { view: View::Copier, paths, missing: Vec::new() }
    }

    #[test]
    fn a_second_launch_is_taken_by_the_first_process() {
        let state = tempfile::tempdir().unwrap();
        let Entered::First(first) = enter(state.path(), &launch(), None).unwrap() else { panic!() };
        let (taken, launches) = mpsc::channel();
        first.serve(move |launch, token| taken.send((launch, token)).is_ok());
        // What the desktop gave the second launch goes with it, so that the window may come to the front.
        let token = Token::new("gnome-shell/Files/1-2-host_TIME3");
        let told = enter(state.path(), &launch(), token.as_ref()).unwrap();
        assert!(matches!(told, Entered::Told));
        assert_eq!(launches.recv_timeout(PATIENCE).unwrap(), (launch(), token));
    }

    #[test]
    fn a_launch_follows_a_process_that_leaves() {
        let state = tempfile::tempdir().unwrap();
        let Entered::First(first) = enter(state.path(), &launch(), None).unwrap() else { panic!() };
        let First { lock, socket } = first;
        let refused = Arc::new(AtomicBool::new(false));
        let refuses = Arc::clone(&refused);
        // The first process refuses one launch, and quits.
        let leaving = thread::spawn(move || {
            let (stream, _) = socket.accept().unwrap();
            hear(stream, &|_, _| false).unwrap();
            refuses.store(true, Ordering::Relaxed);
            drop((lock, socket));
        });
        assert!(matches!(enter(state.path(), &launch(), None).unwrap(), Entered::First(_)));
        assert!(refused.load(Ordering::Relaxed));
        leaving.join().unwrap();
    }
}
