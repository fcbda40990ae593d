//! Frames between the two ends of a copy to or from another machine.
//!
//! A frame is a length (four bytes, the lowest first), a byte that says what it is, and as many bytes: a [`Message`] as
//! JSON, data of the file whose [`Message::File`] came last, or the number of the further connection that has such data.

use std::collections::VecDeque;
use std::io::{self, BufReader, BufWriter, ErrorKind, Read, Write};
use std::sync::{Arc, Mutex};

use super::further::{Further, FurtherInputs, FurtherOutputs};
use super::later::of_later_version;
use super::message::{Message, PROTOCOL};
use fcp_sys::lock;

/// Bytes of data in one frame.
pub const STEP: usize = 256 << 10;

/// The most bytes in a frame: items are sent some hundred at a time, until their paths and attributes make a mebibyte, and
/// the last may have a path of a mebibyte, too.
const LARGEST: usize = 64 << 20;

/// Messages that may come before the other end has agreed.
const EARLY: usize = 64;

const MESSAGE: u8 = b'm';
const DATA: u8 = b'd';
/// Instead of data, which a further connection has.
pub(super) const FURTHER: u8 = b'f';

/// What was read from the other end.
#[derive(Debug)]
pub enum Incoming {
    /// A message.
    Message(Message),
    /// As many bytes of data, in the buffer of the input.
    Data(usize),
}

/// The stream from the other end.
pub struct Input {
    from: BufReader<Box<dyn Read + Send>>,
    /// Holds the data of the last frame.
    pub buffer: Vec<u8>,
    /// Messages that were read too early.
    early: VecDeque<Message>,
    pub(super) further: FurtherInputs,
}

/// The stream to the other end, which several threads write to.
#[derive(Clone)]
pub struct Output {
    to: Arc<Mutex<Stream>>,
    further: FurtherOutputs,
}

type Stream = BufWriter<Box<dyn Write + Send>>;

impl std::fmt::Debug for Input {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Input")
    }
}

impl std::fmt::Debug for Output {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Output")
    }
}

impl Input {
    /// Reads frames from a stream.
    pub fn new(from: impl Read + Send + 'static) -> Self {
        Self {
            from: BufReader::with_capacity(STEP, Box::new(from)),
            buffer: Vec::new(),
            early: VecDeque::new(),
            further: FurtherInputs::default(),
        }
    }

    /// Lets further connections bring data.
    pub fn further(&self) -> Further {
        Further::Takes(self.further.clone())
    }

    /// Reads the next frame.
    ///
    /// # Errors
    /// The stream ended, cannot be read, or has no frame of ours.
    pub fn frame(&mut self) -> io::Result<Incoming> {
        match self.early.pop_front() {
            Some(message) => Ok(Incoming::Message(message)),
            None => self.read(),
        }
    }

    fn read(&mut self) -> io::Result<Incoming> {
        loop {
            if let Some(incoming) = self.read_one()? {
                return Ok(incoming);
            }
        }
    }

    /// Reads a frame; none if it tells what this version does not know and may leave out.
    fn read_one(&mut self) -> io::Result<Option<Incoming>> {
        let mut head = [0; 5];
        self.from.read_exact(&mut head)?;
        let [a, b, c, d, kind] = head;
        let len = u32::from_le_bytes([a, b, c, d]) as usize;
        if len > LARGEST || !matches!(kind, MESSAGE | DATA | FURTHER) {
            return Err(foreign());
        }
        if self.buffer.len() < len {
            self.buffer.resize(len, 0);
        }
        let payload = self.buffer.get_mut(..len).ok_or_else(foreign)?;
        self.from.read_exact(payload)?;
        if kind == DATA {
            return Ok(Some(Incoming::Data(len)));
        }
        if kind == FURTHER {
            let &mut [number] = payload else { return Err(foreign()) };
            let len = self.further.take(number, &mut self.buffer)?;
            return Ok(Some(Incoming::Data(len)));
        }
        match serde_json::from_slice(payload) {
            Ok(message) => Ok(Some(Incoming::Message(message))),
            Err(_) => Ok(of_later_version(payload)?.map(Incoming::Message)),
        }
    }

    /// Waits until the other end agrees to what it was asked; what its job tells meanwhile comes afterwards.
    ///
    /// # Errors
    /// As [`Self::frame`]; if it refuses, it says why.
    pub fn agreed(&mut self) -> io::Result<Result<(), String>> {
        loop {
            match self.read()? {
                Incoming::Message(Message::Begun) => return Ok(Ok(())),
                Incoming::Message(Message::Refused { text }) => return Ok(Err(text)),
                Incoming::Message(
                    Message::Send { .. }
                    | Message::Receive { .. }
                    | Message::Work { .. }
                    | Message::Undo { .. }
                    | Message::Join { .. },
                ) => {
                    return Ok(Err("what is sent there comes back, and no fcp answers".to_owned()));
                }
                // Its job may have ended before that is said.
                Incoming::Message(message) if self.early.len() < EARLY => {
                    self.early.push_back(message);
                }
                Incoming::Message(_) | Incoming::Data(_) => return Err(foreign()),
            }
        }
    }

    /// Reads the next message, where no data may come.
    ///
    /// # Errors
    /// As [`Self::frame`].
    pub fn message(&mut self) -> io::Result<Message> {
        match self.frame()? {
            Incoming::Message(message) => Ok(message),
            Incoming::Data(_) => Err(foreign()),
        }
    }
}

/// What comes is no frame: a shell printed something, say, or another version speaks.
pub fn foreign() -> io::Error {
    ErrorKind::InvalidData.into()
}

impl Output {
    /// Writes frames to a stream.
    pub fn new(to: impl Write + Send + 'static) -> Self {
        let to = BufWriter::with_capacity(2 * STEP, Box::new(to) as Box<dyn Write + Send>);
        Self { to: Arc::new(Mutex::new(to)), further: FurtherOutputs::default() }
    }

    /// Lets further connections take data.
    pub fn further(&self) -> Further {
        Further::Sends(self.further.clone())
    }

    /// Writes a message, which may stay in the buffer.
    ///
    /// # Errors
    /// The stream cannot be written.
    pub fn push(&self, message: &Message) -> io::Result<()> {
        let payload = serde_json::to_vec(message)?;
        self.frame(MESSAGE, &payload)
    }

    /// Writes a message, and all that is in the buffer.
    ///
    /// # Errors
    /// The stream cannot be written.
    pub fn send(&self, message: &Message) -> io::Result<()> {
        self.push(message)?;
        self.flush()
    }

    /// Writes some data of a file, to this stream or to that of a further connection.
    ///
    /// # Errors
    /// The stream cannot be written.
    pub fn data(&self, data: &[u8]) -> io::Result<()> {
        let mut to = lock(&self.to);
        let Some(number) = self.further.offer(data) else { return put(&mut to, DATA, data) };
        put(&mut to, FURTHER, &[number])?;
        // The other end waits for nothing else before it takes that data.
        to.flush()
    }

    /// Waits until further connections have written all their data; they end.
    pub(crate) fn settle(&self) {
        self.further.settle();
    }

    /// Writes all that is in the buffer.
    ///
    /// # Errors
    /// The stream cannot be written.
    pub fn flush(&self) -> io::Result<()> {
        lock(&self.to).flush()
    }

    pub(super) fn frame(&self, kind: u8, payload: &[u8]) -> io::Result<()> {
        put(&mut lock(&self.to), kind, payload)
    }
}

/// Writes a frame.
fn put(to: &mut Stream, kind: u8, payload: &[u8]) -> io::Result<()> {
    // The other end would take a longer one for damage.
    if payload.len() > LARGEST {
        return Err(foreign());
    }
    let len = u32::try_from(payload.len()).map_err(|_| foreign())?;
    let [a, b, c, d] = len.to_le_bytes();
    to.write_all(&[a, b, c, d, kind])?;
    to.write_all(payload)
}

/// What the other end has told of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Peer {
    /// The version of its program.
    pub version: String,
    /// Whether it answers what file managers ask.
    pub browses: bool,
    /// Whether further connections can join its job.
    pub joins: bool,
    /// Whether it undoes jobs by their handles.
    pub undoes: bool,
}

/// Tells both ends who speaks, and gives what the other one told of itself.
///
/// # Errors
/// What comes is not from a program of ours, or it speaks another protocol; the text says which.
pub fn greet(input: &mut Input, output: &Output) -> Result<Peer, String> {
    let version = env!("CARGO_PKG_VERSION").to_owned();
    let joins = cfg!(target_os = "linux");
    let (browses, undoes) = (true, true);
    let hello =
        Message::Hello { protocol: PROTOCOL, version: version.clone(), browses, joins, undoes };
    // An end that is gone already may have said why.
    let sent = output.send(&hello);
    match input.message() {
        Ok(Message::Hello { protocol: PROTOCOL, version, browses, joins, undoes }) => match sent {
            Ok(()) => Ok(Peer { version, browses, joins, undoes }),
            Err(error) => Err(format!("the connection broke: {error}")),
        },
        Ok(Message::Hello { protocol, version: other, .. }) => Err(format!(
            "fcp {other} there speaks protocol {protocol}, fcp {version} here {PROTOCOL}; install the same version"
        )),
        Ok(_) => Err("the other end does not speak as fcp does".to_owned()),
        Err(error) if error.kind() == ErrorKind::InvalidData => Err(
            "what comes from there is not from fcp; does a start-up file of the shell print something?".to_owned(),
        ),
        Err(_) => Err("the connection ended before fcp answered".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;
    use std::os::unix::ffi::OsStringExt;

    use super::*;
    use crate::contract::error::{Action, Code, OpError};
    use crate::contract::event::Event;
    use crate::contract::path::WirePath;

    #[derive(Clone, Default)]
    struct Shared(Arc<Mutex<Vec<u8>>>);

    impl Write for Shared {
        fn write(&mut self, data: &[u8]) -> io::Result<usize> {
            lock(&self.0).extend_from_slice(data);
            Ok(data.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn written(write: impl FnOnce(&Output)) -> Vec<u8> {
        let shared = Shared::default();
        let output = Output::new(shared.clone());
        write(&output);
        output.flush().unwrap();
        drop(output);
        std::mem::take(&mut *lock(&shared.0))
    }

    #[test]
    fn names_of_any_bytes_and_data_come_through() {
        let name = WirePath(OsString::from_vec(b"a\n\xff\xfe".to_vec()).into());
        let failed = Message::Failed {
            path: name.clone(),
            error: OpError::refused(Action::Open, Code::Io, "x"),
        };
        let bytes = written(|output| {
            output.push(&failed).unwrap();
            output.data(b"\0data").unwrap();
            output.push(&Message::End).unwrap();
        });
        let mut input = Input::new(io::Cursor::new(bytes));
        let Message::Failed { path, .. } = input.message().unwrap() else { panic!() };
        assert_eq!(path, name);
        let Incoming::Data(len) = input.frame().unwrap() else { panic!() };
        assert_eq!(&input.buffer[..len], b"\0data");
        assert!(matches!(input.message().unwrap(), Message::End));
        assert_eq!(input.frame().unwrap_err().kind(), ErrorKind::UnexpectedEof);
    }

    #[test]
    fn what_a_later_version_tells_is_passed_over() {
        let frame = |text: &str| {
            let len = u32::try_from(text.len()).unwrap().to_le_bytes();
            [&len[..], b"m", text.as_bytes()].concat()
        };
        let event = |event: &str| {
            frame(&format!(r#"{{"type":"event","event":{{"seq":1,"at":1,"job":1,{event}}}}}"#))
        };
        let error = r#"{"action":"fold","code":"creased","path":{"text":"a"},"errno":5}"#;
        let input = [
            event(r#""type":"item.folded","src":{"text":"a"}"#),
            event(r#""type":"warning","warning":{"kind":"creased"}"#),
            frame(r#"{"type":"warned","warning":{"kind":"creased"}}"#),
            event(&format!(r#""type":"item.failed","src":{{"text":"a"}},"error":{error}"#)),
            frame(&format!(r#"{{"type":"failed","path":{{"text":"a"}},"error":{error}}}"#)),
            frame(r#"{"type":"fold"}"#),
        ]
        .concat();
        let mut input = Input::new(io::Cursor::new(input));
        let Message::Event { event } = input.message().unwrap() else { panic!() };
        let Event::ItemFailed { error: told, .. } = event.event else { panic!() };
        let Message::Failed { error, .. } = input.message().unwrap() else { panic!() };
        assert_eq!((error.code, error.errno), (Code::Other, Some(5)));
        assert_eq!(told, error);
        // What asks for something must be understood.
        assert_eq!(input.message().unwrap_err().kind(), ErrorKind::InvalidData);
    }

    #[test]
    fn what_a_shell_prints_is_no_frame() {
        for text in ["Welcome to this machine!\n", "\u{1b}[0m motd, and more of it\n"] {
            let mut input = Input::new(io::Cursor::new(text.as_bytes().to_vec()));
            let text = greet(&mut input, &Output::new(io::sink())).unwrap_err();
            assert!(text.contains("start-up file"), "{text}");
        }
    }

    #[test]
    fn an_end_that_cannot_tell_what_it_changed_says_that_it_is_done() {
        let done: Message = serde_json::from_str(r#"{"type":"done"}"#).unwrap();
        assert!(matches!(done, Message::Done { made: None }), "{done:?}");
        assert_eq!(serde_json::to_string(&done).unwrap(), r#"{"type":"done"}"#);
    }

    #[test]
    fn an_unknown_field_is_ignored_and_another_protocol_refused() {
        let newer =
            format!(r#"{{"type":"hello","protocol":{PROTOCOL},"version":"9","shiny":true}}"#);
        let frame = |payload: &[u8]| {
            let len = u32::try_from(payload.len()).unwrap().to_le_bytes();
            [&len[..], b"m", payload].concat()
        };
        let mut input = Input::new(io::Cursor::new(frame(newer.as_bytes())));
        let peer = greet(&mut input, &Output::new(io::sink())).unwrap();
        // One that does not say so knows nothing of file managers, further connections and handles.
        let (browses, joins, undoes) = (false, false, false);
        assert_eq!(peer, Peer { version: "9".to_owned(), browses, joins, undoes });
        let other = br#"{"type":"hello","protocol":7,"version":"9"}"#;
        let mut input = Input::new(io::Cursor::new(frame(other)));
        let text = greet(&mut input, &Output::new(io::sink())).unwrap_err();
        assert!(text.contains("protocol 7"), "{text}");
    }
}
