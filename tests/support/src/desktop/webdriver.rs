//! A minimal `WebDriver` client: JSON over HTTP, one connection for each request.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// How long the driver may take for one request; a page waits less.
const PATIENCE: Duration = Duration::from_secs(60);

/// The driver's end of one session.
#[derive(Debug)]
pub(super) struct Session {
    port: u16,
    id: String,
}

/// Gives a port that is free now.
pub(super) fn free_port() -> u16 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    listener.local_addr().unwrap().port()
}

impl Session {
    /// Begins a session once the driver listens.
    pub(super) fn new(port: u16, capabilities: &Value) -> Self {
        let deadline = Instant::now() + PATIENCE;
        while TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_err() {
            assert!(Instant::now() < deadline, "the driver does not listen");
            std::thread::yield_now();
        }
        let asked = json!({ "capabilities": { "alwaysMatch": capabilities } });
        let answer = request(port, "POST", "/session", Some(&asked)).expect("a session");
        let id = answer["sessionId"].as_str().expect("the id of a session").to_owned();
        Self { port, id }
    }

    /// Asks for something; an error is given as its words.
    pub(super) fn post(&self, path: &str, body: &Value) -> Result<Value, String> {
        request(self.port, "POST", &format!("/session/{}{path}", self.id), Some(body))
    }

    /// Reads something.
    pub(super) fn get(&self, path: &str) -> Result<Value, String> {
        request(self.port, "GET", &format!("/session/{}{path}", self.id), None)
    }
}

/// Sends one request and gives the `value` of its answer.
fn request(port: u16, method: &str, path: &str, body: Option<&Value>) -> Result<Value, String> {
    let body = body.map(Value::to_string).unwrap_or_default();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    let talk = || -> std::io::Result<Vec<u8>> {
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port))?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.write_all(head.as_bytes())?;
        stream.write_all(body.as_bytes())?;
        read_answer(&mut stream)
    };
    let answer = talk().map_err(|error| format!("{method} {path}: {error}"))?;
    let answer: Value = serde_json::from_slice(&answer)
        .map_err(|error| format!("{error}: {}", String::from_utf8_lossy(&answer)))?;
    let value = answer["value"].clone();
    match value["error"].as_str() {
        Some(error) => Err(format!("{error}: {}", value["message"].as_str().unwrap_or_default())),
        None => Ok(value),
    }
}

/// Reads the body of an answer; the driver gives its length and may keep the connection.
fn read_answer(stream: &mut TcpStream) -> std::io::Result<Vec<u8>> {
    let mut text = Vec::new();
    let mut buffer = [0; 8192];
    loop {
        let count = stream.read(&mut buffer)?;
        text.extend_from_slice(&buffer[..count]);
        let head = text.windows(4).position(|end| end == b"\r\n\r\n");
        let Some(head) = head else {
            assert!(count > 0, "the driver closed the connection");
            continue;
        };
        let length = length(&String::from_utf8_lossy(&text[..head]));
        if count == 0 || length.is_some_and(|length| text.len() >= head + 4 + length) {
            return Ok(text.split_off(head + 4));
        }
    }
}

fn length(head: &str) -> Option<usize> {
    head.lines()
        .filter_map(|line| line.split_once(':'))
        .find(|(name, _)| name.eq_ignore_ascii_case("content-length"))
        .and_then(|(_, value)| value.trim().parse().ok())
}
