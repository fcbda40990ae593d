//! What the manual of GNU `cp` 9.7 promises, sentence by sentence, kept by `fcp` under the name `cp`.

mod attributes;
mod existing;
mod harness;
mod links;
mod operands;
mod options;
