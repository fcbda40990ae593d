//! Lets further connections join a job that this machine does for another one.
//!
//! Each of them starts an fcp here, which passes everything on to the process of the job: over a socket that is in no
//! directory (unix(7), "abstract"), so that nothing is left of it, whatever ends the two processes. They are of one user.

use std::fs::File;
use std::io::{self, Read, Write};
use std::net::Shutdown;
use std::os::unix::net::{SocketAddr, UnixListener, UnixStream};
use std::thread;

use fcp_engine::link::{Further, Input, Message, Output, STEP};

/// Admits connections that know the name of the job, until this process ends. Where that is not possible, they are refused.
pub(super) fn admit(token: Option<&str>, further: Further) {
    let bound = token.map(|token| address(token).and_then(|at| UnixListener::bind_addr(&at)));
    let Some(Ok(listener)) = bound else { return };
    drop(thread::spawn(move || {
        while let Ok((stream, _)) = listener.accept() {
            let further = further.clone();
            // One that says nothing must not keep out the others.
            drop(thread::spawn(move || add(stream, &further).is_ok()));
        }
    }));
}

fn add(mut stream: UnixStream, further: &Further) -> io::Result<()> {
    check_user(&stream)?;
    let mut number = [0];
    stream.read_exact(&mut number)?;
    let [number] = number;
    further.add(number, Input::new(stream.try_clone()?), Output::new(stream))
}

/// Connects with the process of the job.
pub(super) fn connect(token: &str, number: u8) -> io::Result<UnixStream> {
    let mut stream = UnixStream::connect_addr(&address(token)?)?;
    check_user(&stream)?;
    stream.write_all(&[number])?;
    Ok(stream)
}

/// Passes on all that comes from the other end or from the process of the job, until that ends.
pub(super) fn pass_on(output: &Output, stream: UnixStream) -> io::Result<()> {
    let mut from = File::from(rustix::io::dup(rustix::stdio::stdin())?);
    let mut to = File::from(rustix::io::dup(rustix::stdio::stdout())?);
    let (mut job, mut inward) = (stream.try_clone()?, stream);
    output.send(&Message::Begun)?;
    // It ends with this process.
    drop(thread::spawn(move || {
        let passed = pass(&mut from, &mut inward);
        passed.and_then(|()| inward.shutdown(Shutdown::Write)).is_ok()
    }));
    pass(&mut job, &mut to)
}

/// Passes on each piece as soon as it comes; `std::io::copy` has the kernel splice, which keeps pieces back here.
fn pass(from: &mut impl Read, to: &mut impl Write) -> io::Result<()> {
    let mut buffer = vec![0; STEP];
    loop {
        match from.read(&mut buffer)? {
            0 => return Ok(()),
            len => to.write_all(buffer.get(..len).unwrap_or_default())?,
        }
    }
}

/// The address of the socket of a job.
#[cfg(target_os = "linux")]
fn address(token: &str) -> io::Result<SocketAddr> {
    use std::os::linux::net::SocketAddrExt as _;
    SocketAddr::from_abstract_name(format!("fcp-{token}"))
}

#[cfg(not(target_os = "linux"))]
fn address(_token: &str) -> io::Result<SocketAddr> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Refuses a process of another user, who may have learnt the name: such a socket has no permissions.
#[cfg(target_os = "linux")]
fn check_user(stream: &UnixStream) -> io::Result<()> {
    let peer = rustix::net::sockopt::socket_peercred(stream)?;
    let is_own = peer.uid == rustix::process::geteuid();
    if is_own { Ok(()) } else { Err(io::ErrorKind::PermissionDenied.into()) }
}

#[cfg(not(target_os = "linux"))]
fn check_user(_stream: &UnixStream) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}
