//! Lists the cases of the matrix, and chooses those that run each time.

use fcp_test_support::rng::Rng;

use crate::asked::{Asked, Form, OnError};
use crate::flags::{self, Row};
use crate::model::Case;
use crate::place::{STATES, Source, State};

/// Of how many single flags one is run with plain files, where data are lost; a run takes 40 ms of a
/// processor in a build for tests.
const FILE_STRIDE: u64 = 4;

/// Of how many single flags one is run with other sources.
const STRIDE: u64 = 20;

/// Of how many pairs one is run.
const PAIR_STRIDE: u64 = 100;

fn is_full() -> bool {
    std::env::var_os("FCP_FULL").is_some_and(|full| full == "1")
}

/// The sources and forms of a program's command lines.
fn shapes(program: &str) -> Vec<(Source, Form)> {
    let mut shapes = vec![(Source::File, Form::Named)];
    if program == "frm" {
        return shapes;
    }
    shapes.push((Source::File, Form::Into));
    for source in [Source::Symlink, Source::Fifo] {
        shapes.extend([(source, Form::Named), (source, Form::Into)]);
    }
    if program == "fcp" {
        for source in [Source::File, Source::Symlink, Source::Fifo] {
            shapes.push((source, Form::Below));
        }
    }
    shapes.extend([(Source::Tree, Form::Named), (Source::Tree, Form::Exact)]);
    shapes
}

/// Makes a case, if these flags and this shape make one.
fn case(
    program: &'static str,
    rows: &[&'static Row],
    (source, form): (Source, Form),
    state: State,
) -> Option<Case> {
    let mut asked = Asked::default();
    let mut texts = [None, None];
    let mut forms = 0;
    for (row, text) in rows.iter().zip(&mut texts) {
        (row.apply)(&mut asked);
        *text = Some(row.text);
        forms += usize::from(flags::form(row.text).is_some());
    }
    if forms > 1 || forms == 1 && form != Form::Named {
        return None;
    }
    if program == "fcp" && source == Source::Fifo && asked.on_error == OnError::Retry {
        // Each try waits for a writer again, and there is one for the first.
        return None;
    }
    let form = asked.form.unwrap_or(form);
    Some(Case { program, flags: texts, asked, source, state, form })
}

/// Each flag alone, and none.
pub(crate) fn singles(program: &'static str) -> Vec<Case> {
    let mut rng = Rng::new(1);
    let mut cases = Vec::new();
    for (index, shape) in shapes(program).into_iter().enumerate() {
        for state in STATES {
            cases.extend(case(program, &[], shape, state));
            for row in flags::of(program) {
                let is_plain = index == 0 || shape == (Source::File, Form::Below);
                let stride = if is_plain { FILE_STRIDE } else { STRIDE };
                if is_full() || rng.once_in(stride) {
                    cases.extend(case(program, &[row], shape, state));
                }
            }
        }
    }
    cases
}

/// Pairs of flags over each state, with sources in turn.
pub(crate) fn pairs(program: &'static str) -> Vec<Case> {
    let mut rng = Rng::new(2);
    let (rows, shapes) = (flags::of(program), shapes(program));
    let mut cases = Vec::new();
    for (index, one) in rows.iter().enumerate() {
        for other in rows.iter().skip(index + 1) {
            for state in STATES {
                let pick = rng.below(2 * shapes.len() as u64) as usize;
                // Every second one is a plain file.
                let shape = shapes.get(pick).copied().unwrap_or((Source::File, Form::Named));
                let pair = if rng.once_in(2) { [*one, *other] } else { [*other, *one] };
                if is_full() || rng.once_in(PAIR_STRIDE) {
                    cases.extend(case(program, &pair, shape, state));
                }
            }
        }
    }
    cases
}
