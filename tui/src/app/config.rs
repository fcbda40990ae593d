//! Reads and checks the user's configuration, `config.toml`.

use std::io;
use std::path::{Path, PathBuf};

use fcp_browse::{Order, SortKey};
use fcp_presentation::columns::Column;
use fcp_presentation::keymap::clash;
use fcp_presentation::language::{self, Language};
use fcp_presentation::machines;
use fcp_presentation::settings::{Entry, Mistake, Reader};
use fcp_presentation::spelling;
use fcp_presentation::transfer::{Choices, OnConflict, OnError};
use fcp_presentation::typed::resolve;

use super::command::UserCommand;
use super::dialog::transfer;
use super::key::{Key, shown};
use super::keymap::{self, Keymap, Place};
use super::model::Model;
use super::notify::Notify;
use super::runner::run::Programs;
use super::theme::Theme;
use super::viewer::Pixels;
use super::widths::Widths;
use fcp_browse::panel::Shows;

mod columns;
mod commands;
mod files;
mod presets;

pub(crate) use files::{Overrides, load, place};
pub(crate) use presets::{keymap_named, theme_named};

/// Everything that can be set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Config {
    /// The language of the screen; none is what the environment asks for.
    pub language: Option<Language>,
    /// What the keys do.
    pub keymap: Keymap,
    /// Which colours there are.
    pub theme: Wanted,
    /// Whether only ASCII is drawn, even on a terminal that shows more.
    pub ascii: bool,
    /// Whether names have icons.
    pub icons: bool,
    /// Whether the mouse is used.
    pub mouse: bool,
    /// Whether panels, tabs and choices are as they were left last time.
    pub remember: bool,
    /// Whether hidden names are shown.
    pub hidden: bool,
    /// How panels are sorted.
    pub order: Order,
    /// The columns of the panels in their order; empty where the room decides.
    pub columns: Vec<Column>,
    /// How wide they are, where the file says so.
    pub widths: Widths,
    /// Whether one panel is shown instead of two.
    pub one_panel: bool,
    /// Whether a preview of the item under the cursor is shown beside the panel.
    pub preview: bool,
    /// How pictures are shown; none chooses by the terminal.
    pub pictures: Option<Pixels>,
    /// Whether the jobs open below the panels by themselves.
    pub drawer: bool,
    /// The command that edits files; none is the user's `$VISUAL` or `$EDITOR`.
    pub editor: Option<String>,
    /// The command that opens files; none is that of the desktop.
    pub opener: Option<String>,
    /// Folders to go to, beside those bookmarked by key.
    pub bookmarks: Vec<PathBuf>,
    /// How the user is told of ends and questions who looks elsewhere.
    pub notify: Notify,
    /// The user's own commands.
    pub commands: Vec<UserCommand>,
    /// The defaults of the copy dialog.
    pub jobs: Choices,
}

/// The choice of colours.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// Those for the background that the terminal seems to have.
    #[default]
    Auto,
    /// None.
    Mono,
    /// These.
    Theme(Box<Theme>),
}

impl Default for Config {
    fn default() -> Self {
        Self {
            language: None,
            keymap: keymap::default(),
            theme: Wanted::Auto,
            ascii: false,
            icons: false,
            mouse: true,
            remember: true,
            hidden: false,
            order: Order::default(),
            columns: Vec::new(),
            widths: Widths::default(),
            one_panel: false,
            preview: false,
            pictures: None,
            drawer: true,
            editor: None,
            opener: None,
            bookmarks: Vec::new(),
            notify: Notify::default(),
            commands: Vec::new(),
            jobs: Choices::default(),
        }
    }
}

/// Sort keys by their names.
pub(crate) const SORT: [(&str, SortKey); 4] = [
    ("name", SortKey::Name),
    ("size", SortKey::Size),
    ("time", SortKey::Time),
    ("extension", SortKey::Extension),
];

/// Ways to show pictures by their names.
const PICTURES: [(&str, Option<Pixels>); 6] = [
    ("auto", None),
    ("none", Some(Pixels::None)),
    ("blocks", Some(Pixels::Blocks)),
    ("kitty", Some(Pixels::Kitty)),
    ("iterm2", Some(Pixels::Iterm2)),
    ("sixel", Some(Pixels::Sixel)),
];

/// Names at the top of the file.
const NAMES: [&str; 23] = [
    "language",
    "keys",
    "theme",
    "ascii",
    "icons",
    "mouse",
    "remember",
    "hidden",
    "sort",
    "reverse",
    "directories-first",
    "columns",
    "panels",
    "preview",
    "pictures",
    "drawer",
    "editor",
    "opener",
    "bookmarks",
    "command",
    "notify",
    "jobs",
    "connections",
];

/// Reads a file that another names, relative to the directory of the configuration.
pub(crate) type Load<'a> = &'a dyn Fn(&Path) -> io::Result<String>;

impl Config {
    /// Reads a configuration, and lists what is wrong in it; the rest of it is used.
    ///
    /// A keymap given here takes the place of the one that the file names; its changes still count.
    pub(crate) fn read(
        file: &str,
        text: &str,
        keymap: Option<Keymap>,
        home: Option<&Path>,
        load: Load<'_>,
    ) -> (Self, Vec<Mistake>) {
        let mut config = Self::default();
        let mut reader = Reader::new(file, text);
        let mut others = Vec::new();
        let mut keys = None;
        for entry in reader.entries() {
            config.take(&mut reader, entry, home, load, &mut keys, &mut others);
        }
        if let Some(keymap) = keymap {
            config.keymap = keymap;
        } else if let Some(name) = keys.as_ref().and_then(|keys: &Keys<'_>| keys.preset.as_ref()) {
            let found = reader
                .string(name)
                .and_then(|text| named(&mut reader, name, keymap_named(&text, load)));
            if let Some((keymap, mistakes)) = found {
                config.keymap = keymap;
                others.extend(mistakes);
            }
        }
        for (place, table) in keys.into_iter().flat_map(|keys| keys.changes) {
            if place == Place::Panels && table.is_table() {
                commands::tell_taken(&mut reader, table.clone(), &config.commands);
            }
            config.keymap.change(&mut reader, place, table);
        }
        let mut mistakes = reader.mistakes();
        mistakes.extend(others);
        (config, mistakes)
    }

    fn take<'a>(
        &mut self,
        reader: &mut Reader<'a>,
        entry: Entry<'a>,
        home: Option<&Path>,
        load: Load<'_>,
        keys: &mut Option<Keys<'a>>,
        others: &mut Vec<Mistake>,
    ) {
        match entry.name.as_str() {
            "language" => {
                if let Some(choice) = reader.choice(&entry, &language::CHOICES) {
                    self.language = choice;
                }
            }
            "keys" => *keys = Some(Keys::read(reader, entry)),
            "theme" => {
                let Some(name) = reader.string(&entry) else { return };
                if let Some((theme, mistakes)) = named(reader, &entry, theme_named(&name, load)) {
                    self.theme = theme;
                    others.extend(mistakes);
                }
            }
            "ascii" => set(&mut self.ascii, reader.flag(&entry)),
            "icons" => set(&mut self.icons, reader.flag(&entry)),
            "mouse" => set(&mut self.mouse, reader.flag(&entry)),
            "remember" => set(&mut self.remember, reader.flag(&entry)),
            "hidden" => set(&mut self.hidden, reader.flag(&entry)),
            "sort" => set(&mut self.order.key, reader.choice(&entry, &SORT)),
            "reverse" => set(&mut self.order.descending, reader.flag(&entry)),
            "directories-first" => set(&mut self.order.directories_first, reader.flag(&entry)),
            "columns" => (self.columns, self.widths) = columns::read(reader, &entry),
            "panels" => set(&mut self.one_panel, reader.number(&entry, 1..3).map(|n| n == 1)),
            "preview" => set(&mut self.preview, reader.flag(&entry)),
            "pictures" => {
                if let Some(choice) = reader.choice(&entry, &PICTURES) {
                    self.pictures = choice;
                }
            }
            "drawer" => set(&mut self.drawer, reader.flag(&entry)),
            "editor" => self.editor = reader.string(&entry).filter(|text| !text.is_empty()),
            "opener" => self.opener = reader.string(&entry).filter(|text| !text.is_empty()),
            "bookmarks" => {
                let paths = reader.strings(&entry).unwrap_or_default();
                let path = |text: &String| resolve(Path::new("/"), home, &spelling::read(text));
                self.bookmarks = paths.iter().map(path).collect();
            }
            "notify" => set(&mut self.notify, reader.choice(&entry, &Notify::NAMES)),
            "command" => self.commands = commands::read(reader, entry),
            "jobs" => read_choices(&mut self.jobs, reader, entry),
            // What makes connections reads them; here the reader notes what is wrong with them.
            "connections" => drop(machines::connections(reader, entry)),
            _ => reader.unknown(&entry, &NAMES),
        }
    }
}

impl Config {
    /// Sets the program up, before the last session is restored.
    pub(crate) fn set_up(self, model: &mut Model) {
        model.keymap = self.keymap;
        model.keymap.bind_commands(self.commands.iter().map(|it| it.keys.clone()).collect());
        model.commands = self.commands;
        model.notify = self.notify;
        (model.columns, model.widths) = (self.columns, self.widths);
        model.one_panel = self.one_panel;
        model.preview = self.preview;
        if let Some(pixels) = self.pictures {
            model.graphics.protocol = pixels;
        }
        model.opens_drawer = self.drawer;
        model.places = self.bookmarks;
        for side in &mut model.sides {
            side.panel_mut().shows = Shows { hidden: self.hidden, order: self.order };
        }
        model.chosen = transfer::answers_for(self.jobs, model.chosen);
    }

    /// Says which keys of the user's commands meant something else: that may be wanted, so it is no mistake.
    pub(crate) fn replaced_keys(&self) -> Vec<String> {
        let bound = self.keymap.bindings(Place::Panels);
        let commands = self.commands.iter().filter(|it| !it.keys.is_empty());
        let taken = commands.flat_map(|command| {
            let meant = bound
                .iter()
                .filter(|it| it.keys == command.keys || clash(&it.keys, &command.keys, &Key::ESC));
            meant.map(|it| {
                let (key, action) = (shown(&it.keys), it.action.name());
                format!("note: the command '{}' takes {key} from '{action}'", command.name)
            })
        });
        taken.collect()
    }

    /// Gives the programs for files.
    pub(crate) fn programs(&self) -> Programs {
        let command = |text: &Option<String>| text.as_ref().map(Into::into);
        let (editor, opener) = (command(&self.editor), command(&self.opener));
        Programs { editor, opener }
    }
}

/// Answers to conflicts by their names.
const ON_CONFLICT: [(&str, OnConflict); 6] = [
    ("ask", OnConflict::Ask),
    ("skip", OnConflict::Skip),
    ("overwrite", OnConflict::Overwrite),
    ("newer", OnConflict::Newer),
    ("larger", OnConflict::Larger),
    ("rename", OnConflict::Rename),
];

/// Answers to errors by their names.
const ON_ERROR: [(&str, OnError); 3] =
    [("ask", OnError::Ask), ("skip", OnError::Skip), ("abort", OnError::Abort)];

/// Reads the defaults of the copy dialog.
fn read_choices<'a>(choices: &mut Choices, reader: &mut Reader<'a>, table: Entry<'a>) {
    for entry in reader.table(table) {
        match entry.name.as_str() {
            "on-conflict" => set(&mut choices.on_conflict, reader.choice(&entry, &ON_CONFLICT)),
            "on-error" => set(&mut choices.on_error, reader.choice(&entry, &ON_ERROR)),
            "preserve" => {
                let preserved = [("all", true), ("mode", false)];
                set(&mut choices.preserve_all, reader.choice(&entry, &preserved));
            }
            "verify" => set(&mut choices.verify, reader.flag(&entry)),
            "symlinks" => {
                let followed = [("keep", false), ("follow", true)];
                set(&mut choices.follow, reader.choice(&entry, &followed));
            }
            _ => {
                let names = ["on-conflict", "on-error", "preserve", "verify", "symlinks"];
                reader.unknown(&entry, &names);
            }
        }
    }
}

/// Sets what was read, if it could be.
fn set<T>(place: &mut T, value: Option<T>) {
    if let Some(value) = value {
        *place = value;
    }
}

/// The preset and what the user changes in it.
struct Keys<'a> {
    preset: Option<Entry<'a>>,
    changes: Vec<(Place, Entry<'a>)>,
}

impl<'a> Keys<'a> {
    /// Reads `keys = "vim"`, or a table with `preset` and the changes of each place.
    fn read(reader: &mut Reader<'a>, entry: Entry<'a>) -> Self {
        let mut keys = Self { preset: None, changes: Vec::new() };
        if !entry.is_table() {
            keys.preset = Some(entry);
            return keys;
        }
        for entry in reader.table(entry) {
            let place = Place::ALL.into_iter().find(|place| place.name() == entry.name);
            match place {
                Some(place) => keys.changes.push((place, entry)),
                None if entry.name == "preset" => keys.preset = Some(entry),
                None => {
                    let names = ["preset"].into_iter().chain(Place::ALL.map(Place::name));
                    reader.unknown(&entry, &names.collect::<Vec<_>>());
                }
            }
        }
        keys
    }
}

/// Notes why something that an entry names is not there.
fn named<T>(reader: &mut Reader<'_>, entry: &Entry<'_>, found: Result<T, String>) -> Option<T> {
    found.map_err(|text| reader.wrong(&entry.place, text)).ok()
}

#[cfg(test)]
mod tests;
