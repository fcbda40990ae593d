use std::os::unix::net::UnixListener;
use std::process::Command;

use super::*;

fn contains(text: &str, reads: Reads, case: Case) -> FindSpec {
    let contains = Contains::new(text, reads, case).unwrap();
    FindSpec { contains: Some(contains), ..FindSpec::default() }
}

fn text(text: &str) -> FindSpec {
    contains(text, Reads::Text, Case::Smart)
}

/// The lines that were found, by path.
fn lines(root: &Path, spec: &FindSpec) -> (Vec<(String, MatchedLine)>, FindEnd) {
    let hits = Mutex::new(Vec::new());
    let told = |batch: Batch| lock(&hits).extend(batch.found);
    let end = find(root, spec, &AtomicBool::new(false), told).unwrap();
    let hits = hits.into_inner().unwrap();
    let row = |hit: Found| {
        assert_eq!(hit.kind, FileKind::File);
        let line = hit.line.unwrap();
        (hit.path.to_string_lossy().into_owned(), MatchedLine::clone(&line))
    };
    let mut rows: Vec<_> = hits.into_iter().map(row).collect();
    rows.sort_by(|a, b| a.0.cmp(&b.0));
    (rows, end)
}

fn paths(root: &Path, spec: &FindSpec) -> Vec<String> {
    lines(root, spec).0.into_iter().map(|(path, _)| path).collect()
}

fn write(files: &[(&str, &[u8])]) -> Scratch {
    let scratch = Scratch::new();
    for (name, bytes) in files {
        let path = scratch.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    scratch
}

fn matched(line: &MatchedLine) -> &[u8] {
    &line.text[line.hit.clone()]
}

#[test]
fn the_first_line_is_told_and_all_are_counted() {
    let tree =
        write(&[("a/x.txt", b"one\n  a needle here \nneedle\nneedle needle"), ("b", b"none")]);
    let (found, end) = lines(tree.path(), &text("needle"));
    let line = MatchedLine {
        number: 2,
        text: b"a needle here".to_vec(),
        hit: 2..8,
        lines: 3,
        ..MatchedLine::default()
    };
    assert_eq!(found, [("a/x.txt".to_owned(), line)]);
    assert_eq!((end.searched, end.unread, end.is_full, end.stopped), (2, 0, false, false));
}

#[test]
fn text_words_expressions_and_case_are_as_typed() {
    use Case::{Ignored, Matters, Smart};

    let tree = write(&[
        ("lower", b"a needle.\n"),
        ("upper", b"A NEEDLE.\n"),
        ("part", b"needles\n"),
        ("regex", b"n..dle\r\n"),
    ]);
    let found = |text, reads, case| paths(tree.path(), &contains(text, reads, case));
    assert_eq!(found("needle", Reads::Text, Smart), ["lower", "part", "upper"]);
    assert_eq!(found("needle", Reads::Text, Matters), ["lower", "part"]);
    assert_eq!(found("NEEDLE", Reads::Text, Smart), ["upper"]);
    assert_eq!(found("NEEDLE", Reads::Text, Ignored), ["lower", "part", "upper"]);
    assert_eq!(found("needle", Reads::Words, Smart), ["lower", "upper"]);
    assert_eq!(found("n..dle", Reads::Text, Smart), ["regex"]);
    assert_eq!(found("n..dle", Reads::Words, Smart), ["regex"]);
    assert_eq!(found("^n..dle$", Reads::Regex, Smart), ["regex"], "the line ends with CR LF");
    assert_eq!(found(r"N\w+e\b", Reads::Regex, Ignored), ["lower", "upper"]);
}

#[test]
fn what_cannot_be_looked_for_is_refused_in_one_line() {
    let refused = |text, reads| Contains::new(text, reads, Case::Smart).unwrap_err().to_string();
    assert_eq!(refused("", Reads::Text), "Type the text that the files contain");
    assert_eq!(refused("a(b", Reads::Regex), "a(b is not a regular expression: unclosed group");
    let all = ["a\nb", r"a\nb", "a\0b", "a{1000}{1000}{1000}", "*", r"\x00", r"(?P<a", "(?i"];
    let told = all.map(|wrong| refused(wrong, Reads::Regex));
    assert!(told.iter().all(|why| !why.contains('\n')), "{told:?}");
    assert!(told[..3].iter().all(|why| why.contains("line by line")), "{told:?}");
    assert!(Contains::new("a(b", Reads::Text, Case::Smart).is_ok());
}

#[test]
fn binary_files_are_left_out_and_utf_16_is_read() {
    let wide = |text: &str, bytes: fn(u16) -> [u8; 2]| -> Vec<u8> {
        format!("\u{feff}{text}").encode_utf16().flat_map(bytes).collect()
    };
    let late = [b"needle\n".repeat(20_000).as_slice(), b"\0"].concat();
    let tree = write(&[
        ("binary", b"needle\n\0"),
        ("late", &late),
        ("little", &wide("caf\u{e9}\na needle\n", u16::to_le_bytes)),
        ("big", &wide("needle\n", u16::to_be_bytes)),
        ("bytes", b"\xff needle \xfe\n"),
        ("marked", b"\xef\xbb\xbfneedle\n"),
    ]);
    let (found, end) = lines(tree.path(), &text("needle"));
    let names: Vec<_> = found.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["big", "bytes", "late", "little", "marked"]);
    assert_eq!((end.searched, end.unread), (6, 0));
    for (name, line) in &found {
        assert_eq!(matched(line), b"needle", "{name}");
    }
    let line = |name: &str| &found.iter().find(|(found, _)| found == name).unwrap().1;
    assert_eq!((line("little").number, line("little").text.as_slice()), (2, &b"a needle"[..]));
    assert_eq!(line("bytes").text, b"\xff needle \xfe");
    // The NUL comes after what is counted.
    assert_eq!((line("late").lines, line("late").has_more), (1_000, true));
}

#[test]
fn a_long_line_is_cut_around_its_match() {
    let sides = "\u{e9}".repeat(5_000);
    let long = format!("{sides}needle{sides}\n");
    let endless = vec![b'x'; 9 << 20];
    let whole = "needle".repeat(500);
    let tree =
        write(&[("long", long.as_bytes()), ("endless", &endless), ("whole", whole.as_bytes())]);
    let (found, end) = lines(tree.path(), &contains("(needle)+", Reads::Regex, Case::Smart));
    assert_eq!((found.len(), end.unread), (2, 1), "a line of 9 MiB is told as not read");
    let (_, line) = &found[0];
    assert_eq!((line.cut, matched(line)), ([true, true], &b"needle"[..]));
    assert!(line.text.len() <= 515 && std::str::from_utf8(&line.text).is_ok());
    let (_, line) = &found[1];
    assert_eq!((line.cut, line.hit.clone()), ([false, true], 0..512));
    for at in [0, 1, 600, 1_000, 1_023] {
        let line = MatchedLine::new(1, &[b'a'; 1_024], at..at + 1);
        assert!(line.text.len() == 512 && matched(&line) == b"a", "{at}: {line:?}");
    }
    let spaces = MatchedLine::new(1, b"\t  x  \n", 1..3);
    assert_eq!((spaces.text.as_slice(), matched(&spaces)), (&b"  x"[..], &b"  "[..]));
}

#[test]
fn only_regular_files_of_the_tree_are_read() {
    let tree = write(&[("dir/file", b"needle"), (".hidden", b"needle"), ("other", b"")]);
    let outside = write(&[("far", b"needle")]);
    let at = |name: &str| tree.path().join(name);
    assert!(Command::new("mkfifo").arg(at("fifo")).status().unwrap().success());
    let _socket = UnixListener::bind(at("socket")).unwrap();
    symlink(outside.path().join("far"), at("link")).unwrap();
    symlink(outside.path(), at("folder")).unwrap();
    let (found, end) = lines(tree.path(), &text("needle"));
    assert_eq!(found.len(), 1);
    assert_eq!((end.searched, end.unread, end.errors), (2, 0, 0));
    let spec = FindSpec { kinds: Kinds::Directories, ..text("needle") };
    assert_eq!(paths(tree.path(), &spec), [""; 0]);
    // What takes the name of a file after the listing is not waited for either.
    let reader = Reader::new(&Contains::new("x", Reads::Text, Case::Smart).unwrap());
    let root = sys::open_dir(sys::CWD, &fcp_sys::c_path(tree.path()).unwrap(), false).unwrap();
    for name in [c"fifo", c"socket", c"link", c"missing", c"dir"] {
        let came = reader.search(fcp_sys::AsFd::as_fd(&root), name, &|| false);
        // open(2) refuses a socket.
        let expected = if name == c"socket" { Came::Unread } else { Came::NoFile };
        assert_eq!(came, expected, "{name:?}");
    }
}

#[test]
fn what_cannot_be_read_is_counted() {
    let tree = write(&[("closed", b"needle"), ("open", b"needle")]);
    fs::set_permissions(tree.path(), fs::Permissions::from_mode(0o755)).unwrap();
    fs::set_permissions(tree.path().join("closed"), fs::Permissions::from_mode(0o000)).unwrap();
    while_nobody(|| {
        let (found, end) = lines(tree.path(), &text("needle"));
        assert_eq!((found.len(), end.searched, end.unread, end.errors), (1, 1, 1, 0));
    });
}

#[test]
fn names_sizes_and_gitignore_decide_before_a_file_is_opened() {
    let tree = write(&[
        (".git/config", b"needle"),
        (".gitignore", b"*.log\n"),
        ("a.log", b"needle"),
        ("a.txt", b"needle"),
        ("b.txt", b"a longer text with a needle"),
    ]);
    let spec = FindSpec { gitignore: true, ..text("needle") };
    assert_eq!(paths(tree.path(), &spec), ["a.txt", "b.txt"]);
    let spec = FindSpec { pattern: "*.txt".to_owned(), larger: Some(7), ..text("needle") };
    let (found, end) = lines(tree.path(), &spec);
    assert_eq!((found[0].0.as_str(), found.len(), end.searched), ("b.txt", 1, 1));
}

#[test]
fn names_that_are_no_text_are_told_as_they_are() {
    let scratch = Scratch::new();
    let name = OsString::from_vec(b"caf\xe9\n".to_vec());
    fs::write(scratch.path().join(&name), "needle").unwrap();
    let (found, _) = search(scratch.path(), &text("needle"));
    assert_eq!(found.into_iter().collect::<Vec<_>>(), [PathBuf::from(name)]);
}

#[test]
fn a_search_ends_with_as_much_as_it_may_find() {
    let names: Vec<String> = (0..600).map(|n| format!("{n}")).collect();
    let files: Vec<(&str, &[u8])> =
        names.iter().map(|name| (name.as_str(), &b"needle"[..])).collect();
    let tree = write(&files);
    let (found, end) = lines(tree.path(), &FindSpec { limit: Some(7), ..text("needle") });
    assert_eq!((found.len(), end.is_full, end.stopped), (7, true, false));
    let (found, end) = lines(tree.path(), &FindSpec { limit: Some(600), ..text("needle") });
    assert_eq!((found.len(), end.is_full, end.searched), (600, false, 600));
    let (found, end) = search(tree.path(), &FindSpec { limit: Some(9), ..spec("1") });
    assert_eq!((found.len(), end.is_full), (9, true));
}

#[test]
fn a_stop_is_heard_in_the_middle_of_a_file() {
    let tree = write(&[("large", &b"hay\n".repeat(1 << 20))]);
    let reader = Reader::new(&Contains::new("needle", Reads::Text, Case::Smart).unwrap());
    let root = sys::open_dir(sys::CWD, &fcp_sys::c_path(tree.path()).unwrap(), false).unwrap();
    let reads = std::cell::Cell::new(0);
    let is_over = || {
        reads.set(reads.get() + 1);
        reads.get() > 3
    };
    let came = reader.search(fcp_sys::AsFd::as_fd(&root), c"large", &is_over);
    assert_eq!((came, reads.get()), (Came::Unread, 4), "the file takes many more reads");
    // A search that was stopped tells nothing of the files it left.
    let end = find(tree.path(), &text("needle"), &AtomicBool::new(true), |_| ()).unwrap();
    assert!(end.stopped && end.searched == 0 && end.unread == 0);
}

#[cfg(target_os = "linux")]
#[test]
fn files_of_the_kernel_that_say_they_are_empty_are_not_read() {
    // Another one, /proc/kmsg, would wait for what the kernel says next.
    let root = Path::new("/proc/sys/kernel");
    assert!(fs::read_to_string(root.join("ostype")).unwrap().contains("Linux"));
    assert_eq!(paths(root, &text("Linux")), [""; 0]);
}
