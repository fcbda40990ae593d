//! Carries data over further connections beside the first one of a link.
//!
//! A connection of ssh brings no more in a round trip than its window holds, in OpenSSH 2 MiB. So the end that sends puts
//! data on any connection that has room, and tells on the first one which that is. The end that takes reads the frames in
//! the order of the first connection: what is above the frames sees the same ones as with a single connection, and a
//! further one that broke is missed as soon as it should have brought something.

use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::message::Message;
use super::wire::{Incoming, Input, Output, foreign};
use fcp_sys::lock;

/// The most connections of a job.
pub const CONNECTIONS: u8 = 16;

/// The least data that a further connection gets: with less, telling of it costs more than it brings.
const LEAST: usize = 32 << 10;

/// Frames that wait for a connection at most, so that it has some while the thread that sends waits for the first one.
const WAITING: usize = 4;

/// Frames of a connection that are read before they are wanted.
const READ_AHEAD: usize = 1;

/// Longest time for which a connection may not have brought a frame that was told of, in looks: a line over which 16 of
/// them have a quarter of a mebibyte on their way has more than 100 kbit/s. A process that was stopped meanwhile (SIGSTOP)
/// has missed one look.
const LOOKS: usize = 300;
const LOOK: Duration = Duration::from_secs(1);

/// What an end does with the further connections of its job.
#[derive(Clone, Debug)]
pub enum Further {
    /// Reads from them.
    Takes(FurtherInputs),
    /// Writes to them.
    Sends(FurtherOutputs),
}

impl Further {
    /// Adds a connection, under the number that both ends know it by; nothing is sent over it before the end that takes
    /// reads from it.
    ///
    /// # Errors
    /// The connection ended, or the other end has not agreed on it.
    pub fn add(&self, number: u8, mut input: Input, output: Output) -> io::Result<()> {
        if !(1..CONNECTIONS).contains(&number) {
            return Err(foreign());
        }
        match self {
            Self::Takes(inputs) => inputs.add(number, input, output),
            Self::Sends(outputs) => match input.message()? {
                Message::Begun => outputs.add(number, input, output),
                _ => Err(foreign()),
            },
        }
    }
}

/// The further connections that an end reads from.
#[derive(Clone, Debug)]
pub struct FurtherInputs {
    sources: Arc<Mutex<BTreeMap<u8, Source>>>,
    /// Time between two looks at one that should bring something.
    look: Duration,
}

impl Default for FurtherInputs {
    fn default() -> Self {
        Self { sources: Arc::default(), look: LOOK }
    }
}

/// A connection that a thread of its own reads from.
#[derive(Debug)]
struct Source {
    frames: Receiver<io::Result<Vec<u8>>>,
    /// It only keeps the connection open.
    _output: Output,
}

impl FurtherInputs {
    fn add(&self, number: u8, mut input: Input, output: Output) -> io::Result<()> {
        let (sender, frames) = sync_channel(READ_AHEAD);
        let read = move || {
            loop {
                let data = match input.frame() {
                    Ok(Incoming::Data(len)) => {
                        let mut data = std::mem::take(&mut input.buffer);
                        data.truncate(len);
                        Ok(data)
                    }
                    Ok(Incoming::Message(_)) => Err(foreign()),
                    Err(error) => Err(error),
                };
                let is_last = data.is_err();
                if sender.send(data).is_err() || is_last {
                    return;
                }
            }
        };
        thread::Builder::new().name("fcp-further".into()).spawn(read)?;
        let told = output.clone();
        lock(&self.sources).insert(number, Source { frames, _output: output });
        told.send(&Message::Begun)
    }

    /// Takes the next data of a connection into a buffer, and gives its bytes.
    ///
    /// One that broke may not end: a shell there, say, holds the stream of a program that was killed.
    pub(super) fn take(&self, number: u8, buffer: &mut Vec<u8>) -> io::Result<usize> {
        // It is not held while it is waited for: another one may be added meanwhile.
        let source = lock(&self.sources).remove(&number).ok_or_else(foreign)?;
        let mut looks = (0..LOOKS).map(|_| source.frames.recv_timeout(self.look));
        let frame = looks.find(|frame| !matches!(frame, Err(RecvTimeoutError::Timeout)));
        drop(looks);
        lock(&self.sources).insert(number, source);
        *buffer = match frame {
            Some(Ok(frame)) => frame?,
            // It has ended, and that was told.
            Some(Err(_)) => return Err(io::ErrorKind::UnexpectedEof.into()),
            None => return Err(io::ErrorKind::TimedOut.into()),
        };
        Ok(buffer.len())
    }
}

/// The further connections that an end writes to.
#[derive(Clone, Debug, Default)]
pub struct FurtherOutputs(Arc<Mutex<Vec<Way>>>);

/// A connection that a thread of its own writes to.
#[derive(Debug)]
struct Way {
    number: u8,
    data: Sender<Vec<u8>>,
    /// Frames that are not written yet.
    waiting: Arc<AtomicUsize>,
    thread: JoinHandle<()>,
}

impl FurtherOutputs {
    fn add(&self, number: u8, input: Input, output: Output) -> io::Result<()> {
        let (data, queue) = channel();
        let waiting = Arc::new(AtomicUsize::new(0));
        let left = Arc::clone(&waiting);
        let carry = move || carry(&queue, &output, &left, input);
        let thread = thread::Builder::new().name("fcp-further".into()).spawn(carry)?;
        lock(&self.0).push(Way { number, data, waiting, thread });
        Ok(())
    }

    /// Puts data on the connection that has the most room, and gives its number; none if all are busy.
    pub(super) fn offer(&self, data: &[u8]) -> Option<u8> {
        if data.len() < LEAST {
            return None;
        }
        let mut ways = lock(&self.0);
        loop {
            let waiting = |way: &Way| way.waiting.load(Ordering::Acquire);
            let (at, way) = ways.iter().enumerate().min_by_key(|(_, way)| waiting(way))?;
            if waiting(way) >= WAITING {
                return None;
            }
            way.waiting.fetch_add(1, Ordering::AcqRel);
            if way.data.send(data.to_vec()).is_ok() {
                return Some(way.number);
            }
            // It broke; what it did not bring, the other end misses.
            drop(ways.swap_remove(at));
        }
    }

    /// Waits until all data is written, and takes no more.
    pub(super) fn settle(&self) {
        let ways = std::mem::take(&mut *lock(&self.0));
        for Way { data, thread, .. } in ways {
            drop(data);
            let _ended = thread.join().is_ok();
        }
    }
}

/// Writes data until there is no more, or the connection breaks; the input only keeps it open.
fn carry(queue: &Receiver<Vec<u8>>, output: &Output, waiting: &AtomicUsize, _input: Input) {
    for data in queue {
        if output.data(&data).and_then(|()| output.flush()).is_err() {
            return;
        }
        waiting.fetch_sub(1, Ordering::AcqRel);
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::net::UnixStream;

    use super::super::wire::FURTHER;
    use super::*;

    /// Both ends of a connection.
    fn pair() -> [(Input, Output); 2] {
        let (a, b) = UnixStream::pair().unwrap();
        [a, b].map(|end| (Input::new(end.try_clone().unwrap()), Output::new(end)))
    }

    /// A link with further connections: what sends, and what takes.
    fn linked(connections: u8) -> (Output, Input) {
        let [(_, output), (input, _)] = pair();
        for number in 1..connections {
            let [sends, takes] = pair();
            input.further().add(number, takes.0, takes.1).unwrap();
            output.further().add(number, sends.0, sends.1).unwrap();
        }
        (output, input)
    }

    /// Tells of data on a connection.
    fn announce(output: &Output, number: u8) {
        output.frame(FURTHER, &[number]).unwrap();
        output.flush().unwrap();
    }

    #[test]
    fn frames_come_in_the_order_in_which_they_were_sent() {
        for connections in [1, 2, 4, CONNECTIONS] {
            let (output, mut input) = linked(connections);
            // Some too small for a further connection, and more than any one holds.
            let sizes: Vec<usize> = (0..300).map(|n| (n * 7919) % (3 * LEAST)).collect();
            let sent = sizes.clone();
            let sender = thread::spawn(move || {
                for (n, size) in (0..).zip(sent) {
                    output.data(&vec![n as u8; size]).unwrap();
                    output.push(&Message::Hole { bytes: n }).unwrap();
                }
                output.send(&Message::End).unwrap();
                output.settle();
            });
            for (n, size) in (0_u64..).zip(sizes) {
                let Incoming::Data(len) = input.frame().unwrap() else { panic!("{n}") };
                assert_eq!(len, size, "{n}");
                assert!(input.buffer[..len].iter().all(|byte| *byte == n as u8), "{n}");
                let Message::Hole { bytes } = input.message().unwrap() else { panic!("{n}") };
                assert_eq!(bytes, n);
            }
            assert!(matches!(input.message().unwrap(), Message::End));
            sender.join().unwrap();
        }
    }

    #[test]
    fn data_that_a_broken_connection_has_lost_is_missed() {
        let (output, mut input) = linked(1);
        let [sends, takes] = pair();
        input.further().add(1, takes.0, takes.1).unwrap();
        output.further().add(1, sends.0, sends.1).unwrap();
        output.data(&vec![1; LEAST]).unwrap();
        output.settle();
        assert!(matches!(input.frame().unwrap(), Incoming::Data(LEAST)));
        // `settle` has ended the connection.
        announce(&output, 1);
        assert_eq!(input.frame().unwrap_err().kind(), io::ErrorKind::UnexpectedEof);
    }

    #[test]
    fn what_a_connection_does_not_bring_is_missed_although_it_does_not_end() {
        let (output, mut input) = linked(1);
        let Further::Takes(mut further) = input.further() else { panic!() };
        further.look = Duration::from_micros(100);
        input.further = further.clone();
        let [_held, takes] = pair();
        Further::Takes(further).add(1, takes.0, takes.1).unwrap();
        announce(&output, 1);
        assert_eq!(input.frame().unwrap_err().kind(), io::ErrorKind::TimedOut);
    }

    #[test]
    fn a_connection_that_was_not_agreed_on_is_not_read() {
        let (output, mut input) = linked(2);
        announce(&output, 2);
        assert_eq!(input.frame().unwrap_err().kind(), io::ErrorKind::InvalidData);
        for number in [0, CONNECTIONS] {
            let [(other, to), _] = pair();
            assert!(input.further().add(number, other, to).is_err(), "{number}");
        }
    }
}
