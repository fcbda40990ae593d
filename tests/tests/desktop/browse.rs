//! Finding one's way.

use fcp_test_support::Desk;
use serde_json::json;

#[test]
fn a_window_opens() {
    let Some(desk) = Desk::new() else { return };
    let page = desk.open(&[]);
    assert_eq!(page.script("return document.title", &json!([])), "fcp");
}
