//! Renames many files by a rule: previews the new names, and then applies exactly the preview that was shown.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

use fcp_browse::edit::{self, RenameResult, Renames as Renamed};
use fcp_engine::path::DisplayName;
use fcp_presentation::errors;
use fcp_presentation::lock;
use fcp_presentation::rename::{self, Item};
use fcp_presentation::tr;
use fcp_presentation::transfer::Shown as Types;
use fcp_presentation::undo::EditRequest;
use jiff::tz::TimeZone;

use super::Edits;
use crate::located::all_here;
use crate::names;
use crate::patience::Newest;
use crate::trashed::is_trashed;
use crate::wire::{
    Letters, Notice, NoticeCode, PanelSide, PlanId, Refusal, RenamePreview, RenameRow, RenameRule,
    Tone,
};

/// Rows of a preview that are sent at once.
const ROWS: usize = 100;

/// Time that a disk has to tell which names are taken there.
const PATIENCE: Duration = Duration::from_secs(20);

/// Names that a rule makes, looked at on the disk for one preview after the other.
#[derive(Debug, Default)]
pub(super) struct Previews {
    shown: Mutex<Shown>,
    looks: Newest,
}

/// The names that were shown last.
#[derive(Debug, Default)]
struct Shown {
    last: PlanId,
    renames: Option<Renames>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Renames {
    dir: PathBuf,
    /// Old and new names, those among them that stay.
    pairs: Vec<(OsString, OsString)>,
    /// What is wrong with each.
    problems: Vec<Option<edit::Problem>>,
    /// The items, those among them that were gone.
    paths: Vec<PathBuf>,
    /// What the panel showed of the items when the page was opened, and which they were then.
    seen: Types,
}

impl Edits {
    /// Says what a rule makes of the marked names.
    ///
    /// The page `opens` with its first preview, and so it does again after a refusal: others may come to the names of the
    /// items that it shows from then on, and are not renamed.
    pub(crate) fn rename_preview(
        &self,
        side: PanelSide,
        rule: RenameRule,
        opens: bool,
    ) -> Result<RenamePreview, Refusal> {
        let paths = all_here(self.panels.marked(side))?;
        // Renaming would separate the items from their .trashinfo files.
        if paths.iter().any(|path| is_trashed(path)) {
            return Err(Refusal::because(tr!("desktop-trash-names")));
        }
        let previews = &self.renames;
        let before = lock(&previews.shown).renames.as_ref().filter(|_| !opens).and_then(|it| {
            let are_same = it.paths == paths;
            are_same.then(|| it.seen.clone())
        });
        let types = self.panels.shown(&paths);
        let look = move || {
            let (mut renames, mistake) = preview(&paths, &rule, &TimeZone::system())?;
            renames.seen = before.unwrap_or_else(|| {
                let mut seen = types;
                let names = renames.pairs.iter().map(|(old, _)| old.clone());
                seen.know(edit::identities(&renames.dir, names));
                seen
            });
            renames.paths = paths;
            Ok::<_, Refusal>((renames, mistake))
        };
        let late = || Refusal::because(tr!("desktop-disk-silent"));
        let (renames, mistake) = previews.looks.within(PATIENCE, look).ok_or_else(late)??;
        let mut shown = lock(&previews.shown);
        shown.last += 1;
        let preview = renames.preview(shown.last, mistake);
        shown.renames = Some(renames);
        Ok(preview)
    }

    /// Gives rows of a preview, from one on.
    pub(crate) fn rename_rows(
        &self,
        preview: PlanId,
        from: u64,
    ) -> Result<Vec<RenameRow>, Refusal> {
        let shown = lock(&self.renames.shown);
        let renames = shown.renames.as_ref().filter(|_| shown.last == preview);
        Ok(renames.ok_or(Refusal::StalePlan)?.rows(usize::try_from(from).unwrap_or(usize::MAX)))
    }

    /// Does what a preview showed, all or none; gives how many names changed.
    pub(crate) fn rename_all(&self, plan: PlanId) -> Result<u64, Refusal> {
        let mut shown = lock(&self.renames.shown);
        let is_current = shown.last == plan;
        let renames = shown.renames.take().filter(|it| is_current && it.is_ready());
        let renames = renames.ok_or(Refusal::StalePlan)?;
        drop(shown);
        let Renames { dir, pairs, seen: shown, .. } = renames;
        EditRequest::RenameAll { dir: dir.clone(), pairs: pairs.clone(), shown: shown.clone() }
            .check()?;
        self.rename_pairs(dir, pairs, shown)
    }

    /// Gives items of a folder other names, all or none; gives how many names changed.
    pub(super) fn rename_pairs(
        &self,
        dir: PathBuf,
        pairs: Vec<(OsString, OsString)>,
        shown: Types,
    ) -> Result<u64, Refusal> {
        let result = edit::rename_all(&dir, &pairs);
        self.renamed(dir, pairs, shown, result)
    }

    /// Remembers and tells how a rename of many went.
    pub(super) fn renamed(
        &self,
        dir: PathBuf,
        pairs: Vec<(OsString, OsString)>,
        shown: Types,
        result: Renamed,
    ) -> Result<u64, Refusal> {
        let failed = failure(&result, &pairs);
        let count = result.results.iter().filter(|it| **it == RenameResult::Done).count() as u64;
        // One that failed and could not be taken back can be undone as well.
        let change = self.changes.edited(EditRequest::RenameAll { dir, pairs, shown }, result.undo);
        if let Some(refusal) = failed {
            return Err(refusal);
        }
        let notice = Notice::new(Tone::Good, NoticeCode::Renamed);
        self.feed.notify(Notice { count: Some(count), undo: change.is_some(), change, ..notice });
        Ok(count)
    }
}

/// Says what went wrong.
fn failure(renames: &Renamed, pairs: &[(OsString, OsString)]) -> Option<Refusal> {
    let worst = renames.worst()?;
    let (old, new) = pairs.get(worst)?;
    let (old, new) = (DisplayName::new(old).to_string(), DisplayName::new(new).to_string());
    let text = match renames.results.get(worst)? {
        RenameResult::Done | RenameResult::Unchanged | RenameResult::Left => return None,
        RenameResult::Failed(error) => return Some(error.clone().into()),
        RenameResult::Refused(problem) => {
            let why = problem.words().to_owned();
            tr!("desktop-rename-refused", old = old, new = new, why = why)
        }
        RenameResult::Stranded { now, error } => {
            let (now, error) = (DisplayName::new(now).to_string(), errors::told(error));
            tr!("desktop-rename-stranded", old = old, now = now, error = error)
        }
    };
    Some(Refusal::because(text))
}

impl Renames {
    fn changed(&self) -> u64 {
        self.pairs.iter().filter(|(old, new)| old != new).count() as u64
    }

    /// Whether it can be done as it is.
    fn is_ready(&self) -> bool {
        self.changed() > 0 && self.problems.iter().all(Option::is_none)
    }

    fn preview(&self, preview: PlanId, mistake: Option<String>) -> RenamePreview {
        RenamePreview {
            preview,
            ready: self.is_ready(),
            rows: self.rows(0),
            total: self.pairs.len() as u64,
            changed: self.changed(),
            problems: self.problems.iter().flatten().count() as u64,
            first_problem: self.problems.iter().position(Option::is_some).map(|at| at as u64),
            mistake,
        }
    }

    fn rows(&self, from: usize) -> Vec<RenameRow> {
        let all = self.pairs.iter().zip(&self.problems).skip(from).take(ROWS);
        let row = |((old, new), problem): (&(OsString, OsString), &Option<edit::Problem>)| {
            let problem = problem.map(|problem| problem.words().to_owned());
            RenameRow { old: names::name(old), new: names::name(new), problem }
        };
        all.map(row).collect()
    }
}

/// Applies a rule to names of one folder; with what is wrong with the rule.
fn preview(
    paths: &[PathBuf],
    rule: &RenameRule,
    zone: &TimeZone,
) -> Result<(Renames, Option<String>), Refusal> {
    let dir = paths.first().and_then(|path| path.parent()).ok_or(Refusal::Gone)?;
    if paths.iter().any(|path| path.parent() != Some(dir)) {
        return Err(Refusal::because(tr!("desktop-different-folders")));
    }
    let items: Vec<Item> = paths.iter().filter_map(|path| item(path)).collect();
    let olds = items.iter().map(|item| item.name.clone());
    let (news, mistake) = match new_names(rule, &items, zone) {
        Ok(news) => (news, None),
        Err(mistake) => (olds.clone().collect(), Some(mistake)),
    };
    let pairs: Vec<_> = olds.zip(news).collect();
    let taken = |_: &OsStr, new: &OsStr| dir.join(new).symlink_metadata().is_ok();
    let problems = edit::problems(&pairs, taken);
    let (paths, seen) = (Vec::new(), Types::default());
    Ok((Renames { dir: dir.to_owned(), pairs, problems, paths, seen }, mistake))
}

fn item(path: &Path) -> Option<Item> {
    let meta = path.symlink_metadata().ok();
    let modified = meta.as_ref().and_then(|meta| meta.modified().ok());
    let time = modified.and_then(|time| jiff::Timestamp::try_from(time).ok());
    Some(Item {
        name: path.file_name()?.to_owned(),
        folder: meta.is_some_and(|meta| meta.is_dir()),
        mtime: time.map(jiff::Timestamp::as_microsecond),
    })
}

/// Follows a rule: the template first, then what is replaced in its result, then the letters.
fn new_names(rule: &RenameRule, items: &[Item], zone: &TimeZone) -> Result<Vec<OsString>, String> {
    let follow = |rule: rename::Rule, names: Vec<OsString>| {
        let named = |(item, name): (&Item, OsString)| Item { name, ..item.clone() };
        let items: Vec<_> = items.iter().zip(names).map(named).collect();
        rename::plan(&rule, &items, zone)
    };
    let template = template(rule);
    let stem = template.strip_suffix(".{ext}");
    let mut names: Vec<_> = items.iter().map(|item| item.name.clone()).collect();
    if !template.is_empty() {
        // What has no extension gets no dot either.
        let replace = stem.unwrap_or(&template).to_owned();
        let extension = stem.is_none();
        names = follow(rename::Rule { replace, extension, ..rename::Rule::default() }, names)?;
    }
    if !rule.find.is_empty() {
        let replace = rule.replace.replace('{', "{{");
        let rule = rename::Rule {
            find: rule.find.clone(),
            replace,
            regex: rule.regex,
            case: rule.case,
            extension: true,
            letters: rename::Letters::Keep,
        };
        names = follow(rule, names)?;
    }
    let letters = match rule.letters {
        Letters::Keep => return Ok(names),
        Letters::Lower => rename::Letters::Lower,
        Letters::Upper => rename::Letters::Upper,
        Letters::Title => rename::Letters::Title,
    };
    // An extension is no word of a title.
    let extension = rule.letters != Letters::Title;
    follow(rename::Rule { letters, extension, ..rename::Rule::default() }, names)
}

/// Spells a template as the engine's rules have it.
fn template(rule: &RenameRule) -> String {
    let RenameRule { digits, start, step, .. } = rule;
    let counter = format!("{{n:0{digits}:{start}:{step}}}");
    let variables = [
        ("[N]", "{name}"),
        ("[E]", "{ext}"),
        ("[C]", &counter),
        ("[Y]", "{date:%Y}"),
        ("[M]", "{date:%m}"),
        ("[D]", "{date:%d}"),
        ("[h]", "{date:%H}"),
        ("[m]", "{date:%M}"),
        ("[s]", "{date:%S}"),
    ];
    let text = rule.template.replace('{', "{{");
    variables.iter().fold(text, |text, (variable, meaning)| text.replace(variable, meaning))
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "tests lay out their own trees")]
mod tests {
    use std::fs;

    use super::*;

    fn rule(template: &str) -> RenameRule {
        RenameRule {
            template: template.into(),
            find: String::new(),
            replace: String::new(),
            regex: false,
            case: false,
            letters: Letters::Keep,
            start: 1,
            step: 1,
            digits: 1,
        }
    }

    fn named(rule: &RenameRule, names: &[&str]) -> Vec<String> {
        // 21 June 2026, 21:14:07 UTC.
        let mtime = Some(1_782_076_447_000_000);
        let item = |name: &&str| Item { name: name.into(), folder: *name == "folder.d", mtime };
        let items: Vec<_> = names.iter().map(item).collect();
        let names = new_names(rule, &items, &TimeZone::UTC).unwrap();
        names.into_iter().map(|name| name.into_string().unwrap()).collect()
    }

    #[test]
    fn templates_make_names() {
        let names = ["a.jpg", "b", "folder.d", "c.tar.gz"];
        assert_eq!(named(&rule("[N].[E]"), &names), names);
        assert_eq!(named(&rule("x[N].[E]"), &names), ["xa.jpg", "xb", "xfolder.d", "xc.tar.gz"]);
        assert_eq!(named(&rule("[E]-[N]"), &["a.jpg"]), ["jpg-a"]);
        assert_eq!(named(&rule("[N].png"), &["a.jpg"]), ["a.png"]);
        assert_eq!(named(&rule("{name}"), &["a.jpg"]), ["{name}"]);
        let counted = RenameRule { start: 10, step: 5, digits: 3, ..rule("[Y]-[M]-[D] [C].[E]") };
        assert_eq!(named(&counted, &["a.jpg", "b"]), ["2026-06-21 010.jpg", "2026-06-21 015"]);
        assert_eq!(named(&rule("[h][m][s]"), &["a"]), ["211407"]);
    }

    #[test]
    fn what_is_found_is_replaced_in_the_whole_name() {
        let find = |find: &str, replace: &str| RenameRule {
            find: find.into(),
            replace: replace.into(),
            ..rule("")
        };
        assert_eq!(named(&find("jpeg", "jpg"), &["A.JPEG", "b.c"]), ["A.jpg", "b.c"]);
        assert_eq!(named(&find("a", "{n}"), &["a"]), ["{n}"]);
        let case = RenameRule { case: true, ..find("a", "x") };
        assert_eq!(named(&case, &["aA"]), ["xA"]);
        let regex = RenameRule { regex: true, ..find("(.)(.)", "$2$1") };
        assert_eq!(named(&regex, &["abc"]), ["bac"]);
        let both = RenameRule { template: "[C]-[N].[E]".into(), ..find("-", "_") };
        assert_eq!(named(&both, &["a.b"]), ["1_a.b"]);
    }

    #[test]
    fn letters_come_last_and_a_title_has_no_extension() {
        let letters = |letters| RenameRule { letters, ..rule("") };
        assert_eq!(named(&letters(Letters::Lower), &["A.JPG"]), ["a.jpg"]);
        assert_eq!(named(&letters(Letters::Upper), &["a.jpg"]), ["A.JPG"]);
        assert_eq!(named(&letters(Letters::Title), &["a word.jpg"]), ["A Word.jpg"]);
    }

    #[test]
    fn a_preview_tells_what_stands_in_the_way() {
        let scratch = tempfile::tempdir().unwrap();
        let at = |name: &str| scratch.path().join(name);
        for name in ["a", "b", "c"] {
            fs::write(at(name), "").unwrap();
        }
        let look = |names: &[&str], rule: &RenameRule| {
            let paths: Vec<_> = names.iter().map(|name| at(name)).collect();
            preview(&paths, rule, &TimeZone::UTC)
                .map(|(renames, mistake)| renames.preview(1, mistake))
        };
        let swap = RenameRule { find: "a".into(), replace: "c".into(), ..rule("") };
        let taken = look(&["a", "b"], &swap).unwrap();
        assert_eq!((taken.changed, taken.problems, taken.first_problem), (1, 1, Some(0)));
        assert!(!taken.ready);
        assert_eq!(taken.rows[0].problem.as_deref(), Some("the name is taken"));
        assert_eq!(look(&["a", "b"], &rule("x")).unwrap().problems, 2);
        let wrong = RenameRule { find: "(".into(), regex: true, ..rule("") };
        let wrong = look(&["a"], &wrong).unwrap();
        assert!(wrong.mistake.is_some() && wrong.changed == 0);
        assert!(look(&["a", "sub/b"], &rule("x")).is_err());
        assert_eq!(look(&[], &rule("x")), Err(Refusal::Gone));
    }

    #[test]
    fn only_the_rows_in_sight_are_sent() {
        let name = |n: usize| OsString::from(format!("{n}"));
        let pairs: Vec<_> = (0..100_000).map(|n| (name(n), name(n + 100_000))).collect();
        let problems = vec![None; pairs.len()];
        let (paths, seen) = (Vec::new(), Types::default());
        let renames = Renames { dir: "/".into(), pairs, problems, paths, seen };
        let preview = renames.preview(1, None);
        assert!(preview.ready);
        assert_eq!((preview.rows.len(), preview.total, preview.changed), (ROWS, 100_000, 100_000));
        let rows = renames.rows(50_000);
        assert_eq!((rows.len(), &*rows[0].old.text), (ROWS, "50000"));
        assert_eq!((renames.rows(99_990).len(), renames.rows(usize::MAX).len()), (10, 0));
    }
}
