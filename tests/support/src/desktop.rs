//! Runs the desktop app for tests: its real window on a separate screen, driven from outside.
//!
//! Each [`Desk`] has its own X server, message bus and home, so that tests run beside each other.

mod group;
mod page;
mod webdriver;

use std::fmt::Write as _;
use std::io::{BufRead, BufReader};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use crate::bin::{PATIENCE, clean, installed};
use crate::{Scratch, skip::skip};

pub use group::Group;
pub use page::{Key, Page};

/// What a desk cannot do without, and where Debian has it.
const TOOLS: [(&str, &str); 5] = [
    ("Xvfb", "xvfb"),
    ("WebKitWebDriver", "webkit2gtk-driver"),
    ("dbus-daemon", "dbus"),
    ("xdotool", "xdotool"),
    ("openbox", "openbox"),
];

/// Python as the system has it, with its GTK.
const PYTHON: &str = "/usr/bin/python3";

/// Another program with files to be dragged out of it, beside where the app's window is.
const DRAG_SOURCE: &str = include_str!("desktop/drag_source.py");

/// Where to take hold of what [`DRAG_SOURCE`] shows.
const HANDLE: (i32, i32) = (1420, 160);

/// Where the desktop app was built, if it was.
fn app() -> Option<PathBuf> {
    let test = std::env::current_exe().ok()?;
    let app = test.parent()?.parent()?.join("fcp-desktop");
    app.exists().then_some(app)
}

/// A screen, a message bus and a home, for one user.
#[derive(Debug)]
pub struct Desk {
    /// The user's home.
    pub home: Scratch,
    app: PathBuf,
    display: String,
    bus: String,
    // Dropped in this order; the programs that use the bus and the screen have ended by then.
    _bus: Group,
    screen: Group,
}

impl Desk {
    /// Sets one up, or says why there is none.
    pub fn new() -> Option<Self> {
        for (tool, package) in TOOLS {
            if !installed(tool) {
                skip(&format!("{tool} is not installed (package {package})"));
                return None;
            }
        }
        let Some(app) = app() else {
            skip("the desktop app is not built (cargo build -p fcp-desktop)");
            return None;
        };
        let home = Scratch::new();
        // The home of a leftover server shows which test started it.
        let server = |name: &str| {
            let mut server = clean(Command::new(name));
            server.env("HOME", home.path()).env("GIO_USE_VFS", "local");
            server
        };
        let mut screen = server("Xvfb");
        screen.args(["-displayfd", "1", "-screen", "0", "1600x900x24", "-nolisten", "tcp"]);
        let (screen, number) = start_and_read(screen);
        let mut bus = server("dbus-daemon");
        bus.args(["--session", "--nofork", "--nopidfile", "--print-address=1"]);
        bus.arg(format!("--address=unix:path={}", home.join(".bus").display()));
        let (bus, address) = start_and_read(bus);
        let display = format!(":{number}");
        Some(Self { home, app, display, bus: address, _bus: bus, screen })
    }

    /// Prepares a program that draws on the screen.
    pub fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = clean(Command::new(program));
        command.env("DISPLAY", &self.display).env("DBUS_SESSION_BUS_ADDRESS", &self.bus);
        // GVfs would mount something in the home, and keep it there when the test has ended.
        command.env("HOME", self.home.path()).env("GIO_USE_VFS", "local");
        // Faster without a graphics card, and quiet without a reader of the screen.
        command.env("WEBKIT_DISABLE_DMABUF_RENDERER", "1").env("NO_AT_BRIDGE", "1");
        command
    }

    /// Starts the app as a launcher does, without a `WebDriver` session on its page.
    pub fn launch(&self, args: &[&Path]) -> Group {
        let mut command = self.command(&self.app);
        command.args(args).stdout(Stdio::null()).stderr(Stdio::null());
        Group::start(&mut command)
    }

    /// Starts the app with its page driven.
    pub fn open(&self, args: &[&Path]) -> Page {
        Page::open(self, &self.app, args)
    }

    /// Starts a window manager, for windows that are closed as people close them.
    pub fn manage_windows(&self) -> Group {
        let mut manager = self.command("openbox");
        Group::start(manager.stdout(Stdio::null()).stderr(Stdio::null()))
    }

    /// Stops the X server, so that it answers no more requests, as with a stuck connection.
    pub fn freeze_screen(&self) {
        self.screen.freeze();
    }

    /// Drags files out of another program and drops them at a point of the screen.
    pub fn drop_files(&self, files: &[&Path], at: (i32, i32)) {
        self.drop(files, at, None);
    }

    /// Does the same while a key is held, as `xdotool` calls it.
    pub fn drop_files_with(&self, held: &str, files: &[&Path], at: (i32, i32)) {
        self.drop(files, at, Some(held));
    }

    fn drop(&self, files: &[&Path], (x, y): (i32, i32), held: Option<&str>) {
        let mut source = self.command(PYTHON);
        source.args(["-c", DRAG_SOURCE]).args(files.iter().map(|file| uri(file)));
        let (_source, ready) = start_and_read(source);
        assert_eq!(ready, "ready");
        let (from_x, from_y) = HANDLE;
        // Programs take a press for a drag once the pointer has moved some way, and answer each move.
        let mut steps = vec![format!("mousemove {from_x} {from_y} mousedown 1")];
        let key = |change: &str| held.map(|held| format!("{change} {held} sleep 0.03"));
        steps.extend(key("keydown"));
        let along = |from: i32, to: i32, step: i32| from + (to - from) * step / 20;
        steps.extend((1..=20).map(|step| {
            format!("mousemove {} {} sleep 0.03", along(from_x, x, step), along(from_y, y, step))
        }));
        // The window says only after some moves that it would take them here.
        steps.extend((1..=10).map(|step| format!("mousemove {} {y} sleep 0.1", x + step % 2)));
        steps.push("mouseup 1 sleep 0.5".to_owned());
        steps.extend(key("keyup"));
        let steps = steps.join(" ");
        self.xdotool(&steps.split(' ').collect::<Vec<_>>());
    }

    /// Moves the pointer and presses keys and buttons, as `xdotool` takes them.
    pub fn xdotool(&self, args: &[&str]) -> String {
        let end = Instant::now() + PATIENCE;
        loop {
            let done = crate::run(self.command("xdotool").args(args));
            // A window that is closed while xdotool goes through all windows ends it with an error of X.
            let is_gone = String::from_utf8_lossy(&done.stderr).contains("BadWindow");
            if is_gone && args.first() == Some(&"search") && Instant::now() < end {
                continue;
            }
            assert!(done.status.success(), "xdotool {args:?}: {done:?}");
            return String::from_utf8_lossy(&done.stdout).trim().to_owned();
        }
    }
}

/// Spells a path as programs hand it to each other, whatever its bytes.
fn uri(path: &Path) -> String {
    let mut uri = "file://".to_owned();
    for byte in path.as_os_str().as_bytes() {
        match byte {
            b'/' | b'.' | b'-' | b'_' | b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' => {
                uri.push(char::from(*byte));
            }
            other => write!(uri, "%{other:02X}").unwrap(),
        }
    }
    uri
}

/// Starts a program that prints one line once it is ready.
fn start_and_read(mut command: Command) -> (Group, String) {
    let mut server = Group::start(command.stdout(Stdio::piped()).stderr(Stdio::null()));
    let mut line = String::new();
    BufReader::new(server.stdout()).read_line(&mut line).unwrap();
    assert!(!line.is_empty(), "{command:?} said nothing");
    (server, line.trim().to_owned())
}
