//! Summarises a directory: a few numbers, and its newest and largest entries.

use std::cmp::Reverse;
use std::ffi::OsString;
use std::fs::{self, Metadata};
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use fcp_browse::{self as browse, Measure};

use crate::document::{About, Content, Line, Span, Spelling, Tint, View};
use crate::phrase::{DocumentKind, Phrase};
use crate::plain;
use crate::source::CancelToken;

/// Entries that are named as the newest and as the largest.
const NAMED: usize = 8;

/// What was seen of a directory.
#[derive(Debug, Default)]
struct Summary {
    directories: u64,
    files: u64,
    links: u64,
    others: u64,
    hidden: u64,
    bytes: u64,
    newest: Vec<(i64, OsString)>,
    largest: Vec<(u64, OsString)>,
}

/// Looks at a directory; what it holds further down is not entered.
pub(crate) fn view(path: &Path, spelling: &Spelling, cancel: &CancelToken) -> io::Result<View> {
    let mut summary = Summary::default();
    for entry in fs::read_dir(path)? {
        if cancel.is_over() {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let entry = entry?;
        // An entry that was removed meanwhile does not count.
        if let Ok(meta) = entry.metadata() {
            summary.add(entry.file_name(), &meta);
        }
    }
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |it| it.as_micros() as i64);
    let about = About {
        kind: spelling.kind(DocumentKind::Folder),
        facts: vec![spelling.say(&Phrase::Items(summary.count()))],
        ..About::default()
    };
    let content =
        Content::Lines { lines: summary.lines(now, spelling), is_start: true, is_end: true };
    Ok(View { about: Some(about), content: Some(content), place: Some(0), ..View::default() })
}

/// Counts all that is below a directory, and tells so now and then.
pub(crate) fn measure(
    path: &Path,
    about: &About,
    spelling: &Spelling,
    stop: &AtomicBool,
    tell: impl Fn(View) + Sync,
) {
    let told = |measure: &Measure, files: fn(u64) -> Phrase| {
        let mut facts = about.facts.clone();
        facts.push(spelling.say(&files(measure.files)));
        let about = About { facts, size: Some(measure.bytes), ..about.clone() };
        tell(View { about: Some(about), ..View::default() });
    };
    let measure = browse::measure(&[path.to_owned()], false, stop, |measure| {
        told(measure, Phrase::FilesSoFar);
    });
    if !stop.load(Ordering::Relaxed) {
        told(&measure, Phrase::FilesInAll);
    }
}

impl Summary {
    fn add(&mut self, name: OsString, meta: &Metadata) {
        self.hidden += u64::from(name.as_encoded_bytes().starts_with(b"."));
        if meta.is_dir() {
            self.directories += 1;
            return;
        }
        if meta.is_symlink() {
            self.links += 1;
            return;
        }
        if !meta.is_file() {
            self.others += 1;
            return;
        }
        self.files += 1;
        self.bytes += meta.len();
        let changed = meta.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        keep(&mut self.newest, (changed.map_or(0, |it| it.as_micros() as i64), name.clone()));
        keep(&mut self.largest, (meta.len(), name));
    }

    fn count(&self) -> u64 {
        self.directories + self.files + self.links + self.others
    }

    fn lines(&self, now: i64, spelling: &Spelling) -> Vec<Line> {
        let mut lines = vec![Vec::new()];
        let say = |phrase: Phrase| spelling.say(&phrase);
        let counts = [
            (self.directories, Phrase::Folders(self.directories)),
            (self.files, Phrase::Files(self.files)),
            (self.links, Phrase::Links(self.links)),
            (self.others, Phrase::Others(self.others)),
        ];
        for (_, counted) in counts.into_iter().filter(|(count, _)| *count > 0) {
            let is_files = matches!(counted, Phrase::Files(_));
            let mut line = vec![span(say(counted), Tint::Text)];
            if is_files {
                let bytes = say(Phrase::InFiles(self.bytes));
                line.push(span(format!("   {bytes}"), Tint::Muted));
            }
            lines.push(line);
        }
        if self.hidden > 0 {
            lines.push(vec![span(say(Phrase::Hidden(self.hidden)), Tint::Muted)]);
        }
        if self.count() == 0 {
            lines.push(vec![span(say(Phrase::EmptyFolder), Tint::Muted)]);
        }
        let newest = self.newest.iter().map(|(time, name)| ((spelling.time)(*time, now), name));
        list(&mut lines, say(Phrase::NewestFiles), newest);
        let largest = self.largest.iter().map(|(size, name)| ((spelling.short_size)(*size), name));
        list(&mut lines, say(Phrase::LargestFiles), largest);
        (0..).zip(lines).map(|(at, spans)| Line { at, number: None, spans }).collect()
    }
}

/// Keeps the greatest few.
fn keep<K: Ord + Copy>(kept: &mut Vec<(K, OsString)>, one: (K, OsString)) {
    let at = kept.partition_point(|(key, _)| Reverse(*key) <= Reverse(one.0));
    if at < NAMED {
        kept.insert(at, one);
        kept.truncate(NAMED);
    }
}

fn list<'a>(
    lines: &mut Vec<Vec<Span>>,
    title: String,
    rows: impl Iterator<Item = (String, &'a OsString)>,
) {
    let mut rows = rows.peekable();
    if rows.peek().is_none() {
        return;
    }
    lines.push(Vec::new());
    lines.push(vec![span(title, Tint::Strong)]);
    for (fact, name) in rows {
        let mut line = vec![span(format!("{fact:>13}  "), Tint::Muted)];
        line.extend(plain::name(name.as_encoded_bytes(), Tint::Text));
        lines.push(line);
    }
}

fn span(text: String, tint: Tint) -> Span {
    Span { text, tint, hit: None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::BARE;

    #[test]
    fn the_largest_comes_first() {
        let dir = tempfile::tempdir().unwrap();
        for n in 0..12_usize {
            fs::write(dir.path().join(format!("f{n}")), vec![0; n * 100]).unwrap();
        }
        fs::create_dir(dir.path().join(".git")).unwrap();
        let cancel = CancelToken::new(&std::sync::Arc::default(), 0);
        let view = view(dir.path(), &BARE, &cancel).unwrap();
        assert_eq!(view.about.unwrap().facts, ["Items(13)"]);
        let Some(Content::Lines { lines, .. }) = view.content else { panic!() };
        let line = |line: &Line| line.spans.iter().map(|it| it.text.as_str()).collect::<String>();
        let text: Vec<_> = lines.iter().map(line).collect();
        assert_eq!(text[1..4], ["Folders(1)", "Files(12)   InFiles(6600)", "Hidden(1)"]);
        let largest = text.iter().position(|line| line == "LargestFiles").unwrap();
        assert!(text[largest + 1].ends_with("1100  f11"), "{text:?}");
        assert_eq!(text.len(), largest + 1 + NAMED);
    }
}
