//! Runs commands of the user, of the configuration or typed, in the folder of a panel and without a terminal.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use fcp_presentation::commands::{Context, expand, operand};
use fcp_presentation::tr;
use fcp_presentation::unattended::{self, Ran};

use crate::feed::Feed;
use crate::keymap::User;
use crate::located::all_here;
use crate::panels::Panels;
use crate::plans::Plans;
use crate::trashed::{is_trashed, refuse_trashed};
use crate::wire::{Items, Notice, NoticeCode, PanelSide, Refusal, Tone, Unseen};

/// What commands are run with.
#[derive(Debug)]
pub(crate) struct UserCommands {
    feed: Arc<Feed>,
    panels: Arc<Panels>,
    plans: Arc<Plans>,
}

impl UserCommands {
    /// Runs nothing yet.
    pub(crate) fn new(feed: Arc<Feed>, panels: Arc<Panels>, plans: Arc<Plans>) -> Arc<Self> {
        Arc::new(Self { feed, panels, plans })
    }

    /// Runs a command of the configuration, by its name there.
    pub(crate) fn run(
        self: &Arc<Self>,
        name: &str,
        side: PanelSide,
        items: Option<&Items>,
    ) -> Result<(), Refusal> {
        self.run_of(&User::here(), name, side, items)
    }

    fn run_of(
        self: &Arc<Self>,
        user: &User,
        name: &str,
        side: PanelSide,
        items: Option<&Items>,
    ) -> Result<(), Refusal> {
        let all = user.commands();
        let line = all.into_iter().find(|known| known.name == name).ok_or(Refusal::Gone)?.run;
        let context = self.context(side, items)?;
        if let Some(Unseen { count, names }) = items.and_then(|items| self.plans.unseen(items)) {
            let notice = Notice::new(Tone::Warn, NoticeCode::NotShown);
            self.feed.notify(Notice { count: Some(count), detail: Some(names), ..notice });
        }
        let commands = Arc::clone(self);
        let name = name.to_owned();
        thread::spawn(move || {
            let ran = unattended::run(&expand(OsStr::new(&line)), &name, &context);
            commands.tell(ran);
        });
        Ok(())
    }

    /// Tells how a command ended.
    pub(crate) fn tell(&self, ran: Ran) {
        let (tone, code, detail) = match ran.told {
            Ok(detail) => (Tone::Good, NoticeCode::CommandRan, detail),
            Err(detail) => (Tone::Bad, NoticeCode::CommandFailed, detail),
        };
        let output = Some(ran.output).filter(|output| output.lines().count() > 1);
        self.feed.keep_for_a_window(
            Notice { detail: Some(detail), output, ..Notice::new(tone, code) }.into(),
        );
    }

    /// Gives what a command line can name, as it is now.
    pub(crate) fn context(
        &self,
        side: PanelSide,
        items: Option<&Items>,
    ) -> Result<Context, Refusal> {
        let dir = self.panels.dir(side).here()?;
        let items = match items {
            Some(items) => all_here(self.plans.paths(items)?)?,
            None => Vec::new(),
        };
        refuse_trashed(&items)?;
        if !dir.is_dir() {
            return Err(Refusal::because(tr!("desktop-command-folder")));
        }
        let current = |side: PanelSide, dir: &Path| {
            let path = self.panels.current(side).map(|(_, path, _)| path.into_spelled());
            let path = path.filter(|path| !is_trashed(path));
            path.map_or_else(|| OsString::from(".."), |path| operand(dir, &path))
        };
        let other_dir: PathBuf = self.panels.dir(side.other()).into_spelled();
        Ok(Context {
            current: match items.as_slice() {
                // What the user saw under the cursor, if nothing is marked.
                [only] => operand(&dir, only),
                _ => current(side, &dir),
            },
            other_current: current(side.other(), &other_dir),
            items: items.iter().map(|path| operand(&dir, path)).collect(),
            other_dir,
            dir,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::bench::Bench;
    use crate::wire::Update;

    /// Runs a line in the directory of a bench, on files that were dropped; gives what the user is told.
    fn told(bench: &Bench, line: &str, items: &[&str]) -> Notice {
        bench.write(
            "config/config.toml",
            format!("[[command]]\nname = 'Mine'\nrun = '''{line}'''\n"),
        );
        bench.write("src/a b", "");
        bench.write("src/-rf", "");
        let app = &bench.app;
        bench.open_window();
        app.panels.open([Some(bench.path("src")), Some(bench.path("config"))]);
        let paths = items.iter().map(|name| bench.path("src").join(name)).collect();
        let items = Items::Drop { drop: app.plans.keep_drop(paths) };
        let user = User::of(Some(bench.path("config")));
        app.user_commands.run_of(&user, "Mine", PanelSide::Left, Some(&items)).unwrap();
        loop {
            let notice = app.feed.heard().into_iter().find_map(|update| match update {
                Update::Notice(notice) => Some(*notice),
                _ => None,
            });
            if let Some(notice) = notice {
                return notice;
            }
        }
    }

    #[test]
    fn a_command_of_the_user_gets_the_items_and_its_output_is_told() {
        let bench = Bench::new();
        let notice = told(&bench, "printf '%s|' %s; echo; echo %f; basename %d", &["a b", "-rf"]);
        assert_eq!((notice.tone, notice.code), (Tone::Good, NoticeCode::CommandRan));
        assert_eq!(notice.detail.as_deref(), Some("Mine has run: src"));
        assert!(notice.output.unwrap().starts_with("a b|./-rf|\n"));
        let notice = told(&bench, "echo no >&2; exit 3", &["a b"]);
        assert_eq!((notice.tone, notice.code), (Tone::Bad, NoticeCode::CommandFailed));
        assert_eq!(notice.detail.as_deref(), Some("Mine failed with exit code 3: no"));
        assert_eq!(notice.output, None, "one line is told whole");
    }

    #[test]
    fn what_is_not_there_or_cannot_be_named_is_refused() {
        let bench = Bench::new();
        let commands = &bench.app.user_commands;
        let none = User::of(Some(bench.path("nowhere")));
        assert_eq!(commands.run_of(&none, "Mine", PanelSide::Left, None), Err(Refusal::Gone));
        bench.app.panels.open([Some(bench.path("gone")), Some(Path::new("/").to_owned())]);
        assert!(matches!(commands.context(PanelSide::Left, None), Err(Refusal::Not { .. })));
        let context = commands.context(PanelSide::Right, None).unwrap();
        assert_eq!((context.dir, context.items), ("/".into(), Vec::new()));
    }
}
