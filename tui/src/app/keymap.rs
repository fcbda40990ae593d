//! Keymaps bind keys to actions: read from files, changed by the user, and shown in hints and help.

use std::sync::LazyLock;

use fcp_engine::path::DisplayName;
use fcp_presentation::keymap::{self, clash, is_longer};
use fcp_presentation::settings::{Entry, Mistake, Reader};

pub(crate) use fcp_presentation::keymap::PRESETS;

use super::action::Action;
use super::key::{Key, shown};

/// A place with keys of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// The two panels.
    Panels,
    /// The list of jobs.
    Jobs,
    /// The viewer.
    Viewer,
}

impl Place {
    /// All places.
    pub(crate) const ALL: [Self; 3] = [Self::Panels, Self::Jobs, Self::Viewer];

    /// Gives the name of its table in a keymap.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Panels => "panels",
            Self::Jobs => "jobs",
            Self::Viewer => "viewer",
        }
    }
}

/// Keys and what they do, in the order in which they are shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Binding {
    /// Pressed one after the other.
    pub keys: Vec<Key>,
    /// What they do.
    pub action: Action,
}

/// What the keys pressed so far mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// Do this.
    Do(Action),
    /// Do this, and wait for what may follow.
    DoAndMore(Action),
    /// Wait for what must follow.
    More,
    /// Run the command of the user's with this number.
    Run(usize),
    /// Do this with a character that was typed.
    Type(Action, char),
    /// They mean nothing.
    Nothing,
}

/// What a key does that may follow others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// It does this.
    Do(Action),
    /// It runs the command of the user's with this number.
    Run(usize),
    /// It begins something longer.
    More,
}

/// What is at the bottom of the panels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Bar {
    /// The ten function keys.
    #[default]
    Functions,
    /// The keys of what is done most.
    Hints,
}

/// What the keys do in each place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Keymap {
    /// The name of the preset.
    pub name: String,
    /// What is at the bottom of the panels.
    pub bar: Bar,
    /// What a character does in the panels that is not bound there.
    typing: Option<Action>,
    places: [Vec<Binding>; Place::ALL.len()],
    /// What the user changed in the preset.
    changes: Vec<Change>,
    /// The keys of the user's commands in the panels; empty where one has none.
    commands: Vec<Vec<Key>>,
}

/// What a key does other than before.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Change {
    place: Place,
    keys: Vec<Key>,
    /// None takes the meaning away.
    action: Option<Action>,
}

impl Keymap {
    /// Gives a keymap that comes with the program.
    pub(crate) fn preset(name: &str) -> Option<Self> {
        let (name, text) = PRESETS.iter().find(|(known, _)| *known == name)?;
        Some(Self::read(name, &format!("{name}.toml"), text).0)
    }

    /// Reads a keymap, and what is wrong in it.
    pub(crate) fn read(name: &str, file: &str, text: &str) -> (Self, Vec<Mistake>) {
        // A keymap of the user's own is named by a path.
        let name = DisplayName::new(name).to_string();
        let mut keymap = Self { name, ..Self::default() };
        let mut reader = Reader::new(file, text);
        for entry in reader.entries() {
            match entry.name.as_str() {
                "bar" => {
                    let bars = [("functions", Bar::Functions), ("hints", Bar::Hints)];
                    keymap.bar = reader.choice(&entry, &bars).unwrap_or_default();
                }
                "typing" => {
                    let name = keymap::action(&mut reader, &entry).flatten();
                    keymap.typing = name.and_then(|name| Action::named(&name));
                }
                name => match Place::ALL.iter().find(|place| place.name() == name) {
                    Some(&place) => drop(keymap.bind_all(&mut reader, place, entry)),
                    None => reader.unknown(&entry, &["bar", "typing", "panels", "jobs", "viewer"]),
                },
            }
        }
        (keymap, reader.mistakes())
    }

    /// Takes what the user changes in a place; an empty text takes a key's meaning away.
    pub(crate) fn change<'a>(&mut self, reader: &mut Reader<'a>, place: Place, table: Entry<'a>) {
        let changes = self.bind_all(reader, place, table);
        self.changes.extend(changes);
    }

    /// Gives the name of the next keymap that comes with the program; none beside one of the user's own,
    /// since nothing would lead back to it.
    pub(crate) fn next_name(&self) -> Option<&'static str> {
        let here = PRESETS.iter().position(|(name, _)| *name == self.name)?;
        Some(PRESETS[(here + 1) % PRESETS.len()].0)
    }

    /// Gives the next keymap that comes with the program, with what the user changed.
    pub(crate) fn next_preset(&self) -> Option<Self> {
        let mut keymap = Self::preset(self.next_name()?)?;
        for (n, change) in self.changes.iter().enumerate() {
            keymap.bind(n, change);
        }
        keymap.changes.clone_from(&self.changes);
        keymap.bind_commands(self.commands.clone());
        Some(keymap)
    }

    /// Gives the commands of the user their keys in the panels, which lose what they meant before.
    pub(crate) fn bind_commands(&mut self, commands: Vec<Vec<Key>>) {
        let bound = &mut self.places[Place::Panels as usize];
        for keys in commands.iter().filter(|keys| !keys.is_empty()) {
            bound.retain(|it| it.keys != *keys && !clash(&it.keys, keys, &Key::ESC));
        }
        self.commands = commands;
    }

    /// Gives the keys of the user's commands in a place, by the numbers of the commands.
    fn commands(&self, place: Place) -> impl Iterator<Item = (usize, &Vec<Key>)> {
        let commands = if place == Place::Panels { &self.commands[..] } else { &[] };
        commands.iter().enumerate().filter(|(_, keys)| !keys.is_empty())
    }

    /// Takes the keys of a table for a place, and gives what it changed.
    fn bind_all<'a>(
        &mut self,
        reader: &mut Reader<'a>,
        place: Place,
        table: Entry<'a>,
    ) -> Vec<Change> {
        let mut fresh: Vec<Change> = Vec::new();
        for line in keymap::table(reader, table) {
            // An action that only the window has takes the key's meaning away here.
            let action = line.action.as_deref().and_then(Action::named);
            let keys = line.keys.into_iter().map(Key::from).collect();
            let change = Change { place, keys, action };
            if self.bind(fresh.len(), &change) {
                fresh.push(change);
            }
        }
        fresh
    }

    /// Changes one key, and tells whether that made a difference.
    ///
    /// Where nothing was bound before, the order of the file is that of the screen; a key of the user's
    /// comes before those of the preset.
    fn bind(&mut self, at: usize, change: &Change) -> bool {
        let bound = &mut self.places[change.place as usize];
        let keys = &change.keys;
        let is_so = bound.iter().any(|it| it.keys == *keys && Some(it.action) == change.action);
        if !is_so {
            bound.retain(|binding| binding.keys != *keys && !clash(&binding.keys, keys, &Key::ESC));
            if let Some(action) = change.action {
                bound.insert(at.min(bound.len()), Binding { keys: keys.clone(), action });
            }
        }
        !is_so
    }

    /// Tells what the keys pressed so far mean, the last one included.
    pub(crate) fn step(&self, place: Place, pressed: &[Key]) -> Step {
        if let Some((command, _)) = self.commands(place).find(|(_, keys)| *keys == pressed) {
            return Step::Run(command);
        }
        let bound = &self.places[place as usize];
        let done = bound.iter().find(|binding| binding.keys == pressed).map(|it| it.action);
        let mut all = bound.iter().map(|it| &it.keys).chain(self.commands(place).map(|it| it.1));
        let goes_on = !pressed.is_empty() && all.any(|keys| is_longer(keys, pressed));
        match (done, goes_on, pressed) {
            (Some(action), false, _) => Step::Do(action),
            (Some(action), true, _) => Step::DoAndMore(action),
            (None, true, _) => Step::More,
            // The keys before the last one have done their action: the last one starts anew.
            (None, false, [before @ .., last]) if self.is_bound(place, before) => {
                self.step(place, &[*last])
            }
            (None, false, [key]) if place == Place::Panels => {
                let typed = key.typed().filter(|c| *c != ' ');
                self.typing.zip(typed).map_or(Step::Nothing, |(action, c)| Step::Type(action, c))
            }
            (None, false, _) => Step::Nothing,
        }
    }

    /// Tells whether the keys pressed so far begin something longer together.
    pub(crate) fn begins(&self, place: Place, pressed: &[Key]) -> bool {
        !self.next(place, pressed).is_empty()
    }

    fn is_bound(&self, place: Place, keys: &[Key]) -> bool {
        self.bindings(place).iter().any(|binding| binding.keys == keys)
    }

    /// Gives everything that is bound in a place.
    pub(crate) fn bindings(&self, place: Place) -> &[Binding] {
        &self.places[place as usize]
    }

    /// Gives the keys of an action as they are written, the first ones first.
    pub(crate) fn keys(&self, place: Place, action: Action) -> impl Iterator<Item = String> {
        let bound = self.bindings(place).iter().filter(move |binding| binding.action == action);
        bound.map(|binding| shown(&binding.keys))
    }

    /// Gives what may follow the keys pressed so far: the next key, and what it does or begins.
    pub(crate) fn next(&self, place: Place, pressed: &[Key]) -> Vec<(Key, Next)> {
        let actions = self.bindings(place).iter().map(|it| (&it.keys, Next::Do(it.action)));
        let commands = self.commands(place).map(|(n, keys)| (keys, Next::Run(n)));
        let mut next: Vec<(Key, Next)> = Vec::new();
        for (keys, meaning) in actions.chain(commands).filter(|it| is_longer(it.0, pressed)) {
            let key = keys[pressed.len()];
            if !next.iter().any(|(known, _)| *known == key) {
                let ends = keys.len() == pressed.len() + 1;
                next.push((key, if ends { meaning } else { Next::More }));
            }
        }
        next
    }
}

/// The keymap of those who have not chosen one.
static DEFAULT: LazyLock<Keymap> =
    LazyLock::new(|| Keymap::preset(PRESETS[0].0).unwrap_or_default());

/// Gives the keymap of those who have not chosen one.
pub(crate) fn default() -> Keymap {
    DEFAULT.clone()
}

#[cfg(test)]
mod tests;
