//! Tests of what the flags of a part choose.

use super::*;

#[test]
fn the_definition_is_sound() {
    command().debug_assert();
    let read =
        |line: &[&str]| command().try_get_matches_from(["fcp part"].iter().chain(line)).is_ok();
    assert!(read(&["dir"]) && read(&["dir", "3"]) && read(&["dir", "--all"]));
    assert!(!read(&[]) && !read(&["dir", "x"]) && !read(&["dir", "3", "--next"]));
    assert!(!read(&["dir", "--next", "--all"]) && !read(&["dir", "--dead-after=5"]));
}
