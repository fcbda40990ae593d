//! The command lines of `fcp` and of its drop-in name `cp`.

mod args;
mod asked;
mod flags;
mod getopt;
mod messages;
mod misuse;
mod progress;
mod quoting;
mod request;
mod screen;
mod size;
mod voice;
mod words;
