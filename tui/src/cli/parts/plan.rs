//! Runs the walk that writes a plan.

use std::path::Path;

use fcp_engine::Engine;
use fcp_engine::event::Outcome;
use fcp_engine::parts::Planning;
use fcp_engine::spec::JobSpec;

use super::report;
use super::words::{home, print, refuse_as};
use crate::app::look::Look;
use crate::cli::aside::complain_as;
use crate::cli::asked::Asked;
use crate::cli::display::Mode;
use crate::cli::exit;
use crate::cli::quoting::Bytes;
use crate::cli::session::{self, Asker, Setup};
use crate::cli::signals::die_of;
use crate::cli::words::Plain;
use crate::format;

/// Makes the plan of a request in a directory.
pub(crate) fn make(
    tool: &'static str,
    spec: JobSpec,
    asked: &Asked,
    (out, look): (&Path, Look),
) -> u8 {
    let planning = match Planning::begin(out, spec, asked.cut) {
        Ok(planning) => planning,
        Err(error) => return refuse_as(tool, &error),
    };
    let spec = planning.spec();
    let mode = Mode::choose(asked.progress.unwrap_or_default());
    let voice = Plain { tool, verb: spec.verb, verbose: false, debug: false, takes: Vec::new() };
    let setup = Setup {
        engine: Engine::planning(&planning, home()),
        voice: Box::new(voice),
        asker: Asker::NoSource,
        mode,
        look,
        redoes: false,
    };
    let ending = match session::run(spec, setup) {
        Ok(ending) => ending,
        Err(error) => {
            planning.abandon();
            complain_as(tool, &Bytes::from(error.to_string().as_str()));
            return exit::NOT_RUN;
        }
    };
    let (Some(summary), None) = (&ending.summary, ending.signal) else {
        planning.abandon();
        return ending.signal.map_or(exit::NOT_RUN, die_of);
    };
    if !matches!(summary.outcome, Outcome::Completed | Outcome::CompletedWithErrors) {
        planning.abandon();
        complain_as(tool, &Bytes::from("the walk did not come to its end, so there is no plan"));
        return exit::code(summary).max(exit::FAILED);
    }
    match planning.end(summary.failed) {
        Ok(folder) => {
            let parts = format::counted(folder.plan().parts, "part", "parts");
            let name = fcp_engine::path::DisplayName::new(out);
            let mut lines = vec![format!(
                "{parts} in {name}: run fcp part {name} --all in each process, then fcp plan finish {name}"
            )];
            lines.extend(report::removals(folder.plan().removals.as_ref(), false, None));
            let code = print(&lines);
            exit::code(summary).max(code)
        }
        Err(error) => refuse_as(tool, &error),
    }
}
