//! The command lines of `fcp` and of its drop-in name `cp`.

mod args;
mod asked;
mod flags;
mod getopt;
mod misuse;
mod quoting;
mod request;
mod size;
