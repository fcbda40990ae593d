//! Reads and operates the page of a window, with elements found by role and name.

use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::webdriver::{Session, free_port};
use super::{Desk, Group};

/// Finds what is meant, as people and screen readers name things.
const FIND: &str = include_str!("page.js");

/// How long a page may take to show something, in milliseconds: far longer than it ever takes.
const PATIENCE: u32 = 30_000;

/// A key that is no character, as `WebDriver` spells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "keys are called what they are")]
pub enum Key {
    Enter,
    Escape,
    Tab,
    Backspace,
    Up,
    Down,
    Home,
    End,
    Insert,
    Delete,
    Control,
    Shift,
    Alt,
    /// One of the function keys, from 1.
    F(u8),
}

impl Key {
    fn code(self) -> String {
        let code = match self {
            Self::Backspace => 0xE003,
            Self::Tab => 0xE004,
            Self::Enter => 0xE007,
            Self::Shift => 0xE008,
            Self::Control => 0xE009,
            Self::Alt => 0xE00A,
            Self::Escape => 0xE00C,
            Self::End => 0xE010,
            Self::Home => 0xE011,
            Self::Up => 0xE013,
            Self::Down => 0xE015,
            Self::Insert => 0xE016,
            Self::Delete => 0xE017,
            Self::F(number) => 0xE030 + u32::from(number),
        };
        char::from_u32(code).expect("a private character").to_string()
    }
}

/// The page of a running app; the app is killed when this is dropped.
#[derive(Debug)]
pub struct Page {
    session: Session,
    group: Group,
}

impl Page {
    /// Starts the app through the driver.
    pub(super) fn open(desk: &Desk, app: &Path, args: &[&Path]) -> Self {
        let port = free_port();
        let mut driver = desk.command("WebKitWebDriver");
        // Without it the app does not know that it is driven, and the driver waits forever.
        driver.env("TAURI_WEBVIEW_AUTOMATION", "true");
        driver.arg(format!("--port={port}")).stdout(Stdio::null()).stderr(Stdio::null());
        let group = Group::start(&mut driver);
        let args: Vec<_> = args.iter().map(|arg| arg.to_str().expect("a plain path")).collect();
        let options = json!({ "binary": app.to_str(), "args": args });
        let session = Session::new(port, &json!({ "webkitgtk:browserOptions": options }));
        let page = Self { session, group };
        page.post("/timeouts", &json!({ "script": PATIENCE + 5000 }));
        page
    }

    fn post(&self, path: &str, body: &Value) -> Value {
        self.session.post(path, body).unwrap_or_else(|error| panic!("{path} {body}: {error}"))
    }

    /// Runs a script in the page and gives what it returns.
    pub fn script(&self, script: &str, args: &Value) -> Value {
        self.post("/execute/sync", &json!({ "script": format!("{FIND}\n{script}"), "args": args }))
    }

    /// Waits until an expression over the page gives something; `args` are its arguments.
    #[track_caller]
    fn until(&self, what: &str, expression: &str, args: &Value) -> Value {
        let script = format!("{FIND}\nuntil(() => {expression}, {PATIENCE}, arguments);");
        let body = json!({ "script": script, "args": args });
        match self.session.post("/execute/async", &body) {
            Ok(found) if !found.is_null() => found,
            other => panic!("waited for {what}: {other:?}\n{}", self.text()),
        }
    }

    /// Waits for an element by its role and its name, or a part of it.
    #[track_caller]
    pub fn find(&self, role: &str, name: &str) -> Element<'_> {
        self.find_in(&Value::Null, role, name)
    }

    #[track_caller]
    fn find_in(&self, within: &Value, role: &str, name: &str) -> Element<'_> {
        let what = format!("{role} {name:?}");
        let found = self.until(&what, "find(...args)", &json!([role, name, within]));
        Element { page: self, reference: found }
    }

    /// Waits for an element and clicks it.
    #[track_caller]
    pub fn click(&self, role: &str, name: &str) {
        self.find(role, name).click();
    }

    /// Waits until a text is seen.
    #[track_caller]
    pub fn wait_for(&self, text: &str) {
        self.until(&format!("{text:?}"), "seen().includes(args[0])", &json!([text]));
    }

    /// Waits until a text is seen no longer.
    #[track_caller]
    pub fn wait_gone(&self, text: &str) {
        let what = format!("no {text:?}");
        self.until(&what, "!seen().includes(args[0])", &json!([text]));
    }

    /// Presses keys one after the other, whichever element has the focus.
    pub fn press(&self, keys: &[Key]) {
        let keys: Vec<_> = keys.iter().map(|key| key.code()).collect();
        self.keys(keys.iter().flat_map(|key| [("keyDown", &**key), ("keyUp", &**key)]));
    }

    /// Presses a key while others are held.
    pub fn press_with(&self, held: Key, key: &str) {
        let held = held.code();
        self.keys([("keyDown", &*held), ("keyDown", key), ("keyUp", key), ("keyUp", &*held)]);
    }

    /// Types a text.
    pub fn type_text(&self, text: &str) {
        let keys: Vec<_> = text.chars().map(String::from).collect();
        self.keys(keys.iter().flat_map(|key| [("keyDown", &**key), ("keyUp", &**key)]));
    }

    fn keys<'a>(&self, keys: impl IntoIterator<Item = (&'static str, &'a str)>) {
        let actions: Vec<_> =
            keys.into_iter().map(|(kind, key)| json!({ "type": kind, "value": key })).collect();
        let body = json!({ "actions": [{ "type": "key", "id": "keys", "actions": actions }] });
        self.post("/actions", &body);
    }

    /// Gives the text that is seen.
    pub fn text(&self) -> String {
        let text = self.session.post(
            "/execute/sync",
            &json!({
                "script": format!("{FIND}\nreturn seen();"),
                "args": [],
            }),
        );
        text.map_or_else(|error| error, |text| text.as_str().unwrap_or_default().to_owned())
    }

    /// Kills the app, as a power cut would.
    pub fn kill(self) {
        self.group.kill("fcp-desktop");
    }
}

/// An element of a page.
#[derive(Debug)]
pub struct Element<'a> {
    page: &'a Page,
    reference: Value,
}

impl<'a> Element<'a> {
    /// Clicks it, once it can be clicked: a part of the window that it is in may still be opening.
    #[track_caller]
    pub fn click(&self) {
        const NEXT_FRAME: &str = "requestAnimationFrame(() => arguments[0]());";
        let deadline = Instant::now() + Duration::from_millis(PATIENCE.into());
        while let Err(error) = self.page.session.post(&format!("{}/click", self.path()), &json!({}))
        {
            let is_moving = error.starts_with("element not interactable");
            assert!(is_moving && Instant::now() < deadline, "{error}\n{}", self.page.text());
            self.page.post("/execute/async", &json!({ "script": NEXT_FRAME, "args": [] }));
        }
    }

    /// Waits for an element in this one.
    #[track_caller]
    pub fn find(&self, role: &str, name: &str) -> Element<'a> {
        self.page.find_in(&self.reference, role, name)
    }

    /// Gives the middle of it on the page, which without decorations is that on the screen.
    pub fn middle(&self) -> (i32, i32) {
        let rect = self.page.session.get(&format!("{}/rect", self.path())).expect("a place");
        let number = |key: &str| rect[key].as_f64().unwrap_or_default() as i32;
        (number("x") + number("width") / 2, number("y") + number("height") / 2)
    }

    fn path(&self) -> String {
        let id = self.reference.as_object().and_then(|it| it.values().next());
        format!("/element/{}", id.and_then(Value::as_str).expect("the id of an element"))
    }
}
