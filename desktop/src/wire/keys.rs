//! Wire types about changes of keys.

wire! {
    /// A table of keys.
    #[derive(Copy, Eq)]
    pub enum KeyTable {
        /// The panels.
        Panels,
        /// The drawer.
        Jobs,
        /// The viewer.
        Viewer,
    }

    /// A change of the keys in the user's file.
    #[derive(Eq)]
    #[serde(tag = "ask")]
    pub enum KeysAsk {
        /// Let keys mean an action.
        Bind {
            /// The table.
            table: KeyTable,
            /// The keys as keymaps write them.
            keys: String,
            /// The name of the action.
            action: String,
            /// Keys that mean it no more.
            instead_of: Option<String>,
            /// Whether other actions may lose their keys; without it, the change is refused with their names.
            replaces: bool,
        },
        /// Take the meaning of keys away.
        Unbind {
            /// The table.
            table: KeyTable,
            /// The keys.
            keys: String,
        },
        /// Let keys run a command of the user's own, instead of those that it has.
        BindCommand {
            /// The name of the command.
            command: String,
            /// The keys as keymaps write them.
            keys: String,
            /// Whether actions and other commands may lose their keys; without it, the change is refused with their names.
            replaces: bool,
        },
        /// Take the keys of a command of the user's own away.
        UnbindCommand {
            /// The name of the command.
            command: String,
        },
        /// Let the preset alone say which keys actions have.
        Reset {
            /// The table.
            table: KeyTable,
            /// The names of the actions.
            actions: Vec<String>,
        },
    }

    /// Keys that mean something else already, or that could never be finished any more.
    #[derive(Eq)]
    pub struct KeyClash {
        /// The keys as they are written.
        pub keys: String,
        /// What they mean: the name of an action, or of a command.
        pub action: String,
        /// Whether it is a command of the user's own.
        pub command: bool,
    }
}
