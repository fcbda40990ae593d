//! Reads the user's own commands, with their keys as terminals send them.

use fcp_presentation::keymap::own::{self, OwnCommand};
use fcp_presentation::settings::{Entry, Reader};

use crate::app::command::UserCommand;
use crate::app::key::Key;

/// Reads all of them; what is wrong in one costs that one.
pub(super) fn read<'a>(reader: &mut Reader<'a>, list: Entry<'a>) -> Vec<UserCommand> {
    let at_terminal = |OwnCommand { name, keys, run, waits }| {
        let keys =
            keys.map_or_else(Vec::new, |(_, keys)| keys.into_iter().map(Key::from).collect());
        UserCommand { name, keys, run: run.into(), waits }
    };
    own::read(reader, list).into_iter().map(at_terminal).collect()
}
