//! Tests of how the viewer is drawn.

use std::path::PathBuf;

use crossterm::event::KeyCode;
use proptest::prelude::*;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::*;
use crate::app::look::{Colors, Depth, Look};
use crate::app::viewer::Graphics;
use crate::app::viewer::tests::Bench;

const LOOK: Look = Look { depth: Depth::True, colors: Colors::Dark, ascii: false, icons: false };

const SIZES: [(u16, u16); 2] = [(80, 24), (120, 40)];

/// What the file is called in the pictures.
const HOME: &str = "/home/anna";

fn content(size: (u16, u16)) -> (u16, u16) {
    (size.0, size.1 - MARGIN)
}

/// Draws a page and gives the buffer.
fn drawn(bench: &mut Bench, size: (u16, u16), look: Look) -> Buffer {
    let mut model = Model::new(HOME.into(), HOME.into());
    model.home = Some(HOME.into());
    model.viewer = Some(Box::new(Viewer::new(HOME.into(), size, Graphics::default())));
    // Scratch directories have names of their own.
    let name = bench.viewer.path.file_name().unwrap_or_default().to_owned();
    let real =
        std::mem::replace(&mut bench.viewer.path, PathBuf::from(HOME).join("src").join(name));
    let mut buffer = Buffer::empty(Rect::new(0, 0, size.0, size.1));
    let mut canvas = Canvas::new(&mut buffer, look);
    page(&bench.viewer, &model, &mut canvas);
    if look.ascii {
        canvas.reduce_to_ascii();
    }
    bench.viewer.path = real;
    buffer
}

fn text(buffer: &Buffer) -> String {
    let row = |y| {
        let (mut line, mut x) = (String::new(), 0);
        while x < buffer.area.width {
            let symbol = buffer[(x, y)].symbol();
            line += symbol;
            x += (crate::text::width(symbol) as u16).max(1);
        }
        line.trim_end().to_owned() + "\n"
    };
    (0..buffer.area.height).map(row).collect()
}

/// Takes a picture in both sizes that the design names.
fn snap(name: &str, file: &str, bytes: impl AsRef<[u8]>, scene: impl Fn(&mut Bench)) {
    for size in SIZES {
        let mut bench = Bench::new();
        let path = bench.file(file, &bytes);
        bench.show(path, content(size));
        scene(&mut bench);
        let picture = text(&drawn(&mut bench, size, LOOK));
        insta::assert_snapshot!(format!("{name}-{}x{}", size.0, size.1), picture);
    }
}

const SOURCE: &str = "//! The handle that pauses, resumes and cancels a job.

use std::sync::atomic::{AtomicU8, Ordering};

const RUN: u8 = 0;

/// Shared by a job's workers and by the user's thread.
#[derive(Debug, Default)]
pub struct Control {
\tstate: AtomicU8,
}

impl Control {
\t/// Returns at once while running, sleeps while paused.
\tpub fn checkpoint(&self) -> Result<(), Cancelled> {
\t\tmatch self.state.load(Ordering::Relaxed) {
\t\t\tRUN => Ok(()),
\t\t\t_ => self.wait(\"a checkpoint, as long as the job is paused\", '\\u{1b}', 0x1f, \"夏の写真\"),
\t\t}
\t}

\t/// Lets every worker finish its chunk, then holds it at its next checkpoint.
\tpub fn pause(&self) {
\t\tself.state.store(PAUSE, Ordering::Release);
\t}
}
";

#[test]
fn the_last_screen_of_bytes_is_the_end_of_the_file() {
    let (mut bench, size) = (Bench::new(), SIZES[0]);
    let path = bench.file("zeros.bin", vec![0; 100_000]);
    bench.show(path, content(size));
    for (key, part) in
        [(KeyCode::End, " 100 % "), (KeyCode::Up, " 99 % "), (KeyCode::Home, " 0 % ")]
    {
        bench.press(key);
        let screen = text(&drawn(&mut bench, size, LOOK));
        assert!(screen.contains(part), "{key:?}: {screen}");
    }
}

#[test]
fn source() {
    snap("source", "control.rs", SOURCE, |bench| {
        bench.keys("/checkpoint\nn");
    });
}

#[test]
fn wrapped() {
    snap("wrapped", "control.rs", SOURCE.replace('\n', " \u{2014} "), |bench| {
        bench.keys("wl");
    });
}

#[test]
fn hostile() {
    let hostile = "plain\n\x1b[2J\x1b]0;title\x07 cleared?\ninvoice\u{202e}fdp.exe\n\
        a\u{0301}\u{0301}\u{0301} z\u{200b}w \u{feff}bom\nbell\x07 \x7f del\n";
    snap("hostile", "notes.txt", [hostile.as_bytes(), b"latin \xe9\xff\n"].concat(), |_| {});
}

#[test]
fn hex() {
    let bytes: Vec<u8> = (0..=255).chain(*b"some words at the end").collect();
    snap("hex", "data.bin", bytes, |bench| {
        bench.keys("/words\n");
    });
}

#[test]
fn prompt() {
    snap("prompt", "control.rs", SOURCE, |bench| {
        bench.keys(":12");
    });
}

#[test]
fn packed() {
    let mut builder = tar::Builder::new(Vec::new());
    let mut header = tar::Header::new_gnu();
    header.set_size(12);
    // The clock of the listing is local; a time that no clock knows is the same everywhere.
    header.set_mtime(u64::MAX >> 1);
    for name in ["read.me", "src/夏.rs", "src/e\x1b[0m.rs"] {
        builder.append_data(&mut header, name, &b"twelve bytes"[..]).unwrap();
    }
    snap("packed", "all.tar", builder.into_inner().unwrap(), |_| {});
}

#[test]
fn a_picture_is_drawn_where_there_are_colours() {
    let mut bench = Bench::new();
    let mut bytes = std::io::Cursor::new(Vec::new());
    let image = image::RgbImage::from_fn(64, 20, |x, _| image::Rgb([4 * x as u8, 9, 9]));
    image.write_to(&mut bytes, image::ImageFormat::Png).unwrap();
    let path = bench.file("red.png", bytes.into_inner());
    bench.show(path, content(SIZES[0]));
    let buffer = drawn(&mut bench, SIZES[0], LOOK);
    assert_eq!((buffer[(2, 2)].symbol(), buffer[(65, 11)].symbol()), ("▀", "▀"));
    assert_eq!(buffer[(12, 2)].fg, ratatui::style::Color::Rgb(40, 9, 9));
    assert!(text(&buffer).contains("PNG image · 64 × 20 · "), "{}", text(&buffer));
    let few = drawn(&mut bench, SIZES[0], Look { depth: Depth::Mono, ..LOOK });
    assert!(text(&few).contains("too few colours"), "{}", text(&few));
}

#[test]
fn hits_and_numbers_stand_out() {
    let mut bench = Bench::new();
    let path = bench.file("control.rs", SOURCE);
    bench.show(path, content(SIZES[1])).keys("/checkpoint\n");
    let buffer = drawn(&mut bench, SIZES[1], LOOK);
    let here = (0..40).find(|y| buffer[(4, *y)].symbol() == "5" && buffer[(3, *y)].symbol() == "1");
    let y = here.unwrap();
    assert_eq!(buffer[(4, y)].fg, LOOK.style(ACCENT).fg.unwrap());
    let style = LOOK.style(INK.on(Ground::Badge));
    let hit = (0..120).filter(|x| buffer[(*x, y)].bg == style.bg.unwrap()).count();
    assert_eq!(hit, "checkpoint".len());
}

#[test]
fn a_preview_fits_its_place() {
    let mut bench = Bench::new();
    let path = bench.file("control.rs", SOURCE);
    bench.viewer = Viewer::beside(path, (39, 18), Graphics::default());
    let wish = bench.viewer.open(false);
    bench.carry_out(Some(wish));
    let model = Model::new(HOME.into(), HOME.into());
    let mut buffer = Buffer::empty(Rect::new(0, 0, 80, 20));
    bench.viewer.path = PathBuf::from("/home/anna/src/control.rs");
    beside(
        &bench.viewer,
        &model,
        &mut Canvas::new(&mut buffer, LOOK),
        Area { x: 41, y: 0, w: 39, h: 20 },
    );
    insta::assert_snapshot!("beside-80x20", text(&buffer));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn nothing_in_a_file_reaches_the_terminal_raw(
        bytes in prop::collection::vec(any::<u8>(), 0..2_000),
        words in "\\PC{0,200}",
        wrap in any::<bool>(),
        columns in 40..130_u16,
    ) {
        for bytes in [bytes.as_slice(), words.as_bytes()] {
            let mut bench = Bench::new();
            let path = bench.file("any", bytes);
            bench.show(path, content((columns, 30)));
            if matches!(bench.viewer.content, Some(Content::Bytes { .. })) {
                bench.press(KeyCode::F(4));
            }
            bench.viewer.wrap = wrap;
            let buffer = drawn(&mut bench, (columns, 30), LOOK);
            for cell in &buffer.content {
                prop_assert!(!cell.symbol().chars().any(char::is_control), "{:?}", cell.symbol());
                prop_assert!(cell.symbol().len() < 64, "{:?}", cell.symbol());
            }
            for row in text(&buffer).lines() {
                prop_assert!(crate::text::width(row) <= usize::from(columns), "{row}");
            }
        }
    }
}

#[test]
fn german() {
    fcp_presentation::language::Language::German.speaking(|| {
        snap("german", "control.rs", SOURCE, |bench| {
            bench.keys("/checkpoint\nn");
        });
    });
}
