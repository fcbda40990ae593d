//! Measures what a panel does with a directory; `tests/bench/browse` runs it.
//!
//! Prints one line for each step: a name, and milliseconds or KiB.

#![allow(clippy::print_stdout, clippy::expect_used, reason = "a measurement")]

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use fcp_browse::{Filter, Metas, Order, SortKey, arrange, list, stat};

fn main() {
    let dir = PathBuf::from(std::env::args_os().nth(1).expect("a directory"));
    let start = Instant::now();
    let told = |name: &str, start: Instant| println!("{name}\t{:.1}", millis(start));
    let listing = list(&dir, |_| told("first rows", start)).expect("can be listed");
    told("all names, sorted", start);
    println!("peak of that\t{}", memory("VmHWM"));

    let metas = Mutex::new(Metas::default());
    let asked = Instant::now();
    let first = Mutex::new(false);
    stat(&dir, &listing, 0..50, &AtomicBool::new(false), |chunk, told_of| {
        if chunk == 0 && !std::mem::replace(&mut *first.lock().expect("no panic"), true) {
            told("visible rows stat'ed", asked);
        }
        metas.lock().expect("no panic").put(chunk, told_of);
    });
    told("all stat'ed", asked);
    let metas = metas.into_inner().expect("no panic");
    assert!(metas.is_complete(listing.len()));

    let none = BTreeMap::new();
    let keys = [
        ("by name", SortKey::Name),
        ("by size", SortKey::Size),
        ("by time", SortKey::Time),
        ("by extension", SortKey::Extension),
    ];
    for (name, key) in keys {
        let order = Order { key, descending: true, directories_first: true };
        let start = Instant::now();
        let rows = arrange(&listing, &metas, &order, false, None, &none);
        told(name, start);
        assert_eq!(rows.len(), listing.len());
    }
    for text in ["7", "77", "IMG", "m\u{fc}", "*77*"] {
        let start = Instant::now();
        let filter = Filter::new(text);
        let rows = arrange(&listing, &metas, &Order::default(), false, Some(&filter), &none);
        told(&format!("filter {text:?}, {} rows", rows.len()), start);
    }
    println!("memory with all\t{}", memory("VmRSS"));

    let start = Instant::now();
    let again = list(&dir, drop).expect("can be listed");
    told("listed again", start);
    let start = Instant::now();
    let metas = metas.carried(again.matching(&listing), again.len());
    told("matched with before", start);
    assert!(metas.is_complete(again.len()));
    println!("peak of all\t{}", memory("VmHWM"));
}

fn millis(start: Instant) -> f64 {
    start.elapsed().as_secs_f64() * 1000.0
}

/// A line of /proc/self/status in KiB; 0 where there is none.
fn memory(name: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with(name));
    let number = line.and_then(|line| line.split_whitespace().nth(1));
    number.and_then(|number| number.parse().ok()).unwrap_or(0)
}
