//! Wire types about the queue as a whole: numbers of all jobs, and what follows them.

use fcp_engine::queue::Mode;

use super::{EtaRange, Items, Name, PanelSide};

wire! {
    /// All jobs together.
    #[derive(Eq, Default)]
    pub struct AllJobs {
        /// Jobs at work.
        pub working: u64,
        /// Jobs in which all that is left waits for answers.
        pub waiting: u64,
        /// Jobs that are paused.
        pub paused: u64,
        /// Jobs that wait for their turn.
        pub queued: u64,
        /// Questions that wait.
        pub questions: u64,
        /// Items that failed in ended jobs that the user has not looked at.
        pub failed: u64,
        /// Bytes per second.
        pub rate: u64,
        /// How much is done, in percent, once all totals are known.
        pub percent: Option<u8>,
        /// Microseconds left.
        pub eta: Option<EtaRange>,
        /// Bytes per second of all together, at most.
        pub limit: Option<u64>,
        /// Which jobs run beside each other.
        pub mode: Mode,
        /// What follows once the user's jobs have completed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        pub after: Option<AfterState>,
    }

    /// What follows the queue.
    #[derive(Eq)]
    pub struct AfterState {
        /// What is done.
        pub action: AfterAction,
        /// The command as it was typed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        pub command: Option<String>,
        /// Seconds until it is done, once the jobs have completed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        pub seconds: Option<u32>,
    }

    /// What is done when the user's jobs have completed.
    #[derive(Copy, Eq)]
    pub enum AfterAction {
        /// A command is run.
        Command,
        /// The machine is suspended.
        Suspend,
        /// The program ends.
        Quit,
    }

    /// What the user wants done when the jobs have completed.
    #[serde(tag = "after")]
    pub enum AfterAsk {
        /// Nothing; a countdown stops.
        Nothing,
        /// Run a command.
        Command {
            /// As typed, with placeholders.
            text: String,
            /// The panel in whose folder it runs.
            side: PanelSide,
            /// The items that it is about, if there are any.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            items: Option<Items>,
        },
        /// Suspend the machine.
        Suspend,
        /// Quit the program.
        Quit,
    }

    /// Archives that a job refused, since they become larger than it allows.
    #[derive(Eq)]
    pub struct TooLarge {
        /// How many there are.
        pub archives: u64,
        /// The first of them.
        pub first: Name,
        /// Bytes that all of them have.
        pub packed: u64,
        /// Bytes that all of them may become.
        pub limit: u64,
        /// Bytes that they become, if that can be told in time.
        pub unpacked: Option<u64>,
    }
}
