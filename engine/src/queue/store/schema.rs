//! Defines the tables of the queue's file, and checks whether a file has them.

use rusqlite::{Connection, Transaction, TransactionBehavior};

use crate::queue::error::Why;

/// Written into the file, so that the file of another program is not taken for ours: "fcpq".
const APPLICATION: i32 = 0x6663_7071;
/// The version that this program writes.
const VERSION: i32 = 1;
/// Bytes of a file that is checked whole when it is opened; larger ones take too long.
const CHECKED: i64 = 1 << 20;

/// What the first version has.
///
/// The spec of a job, which may name a million operands, has a table of its own, so that a list
/// need not read past it. Rows say in which generation of the queue they changed, so that a process
/// that follows ten thousand jobs reads only those that did.
const TABLES: &str = "
CREATE TABLE queue (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    generation INTEGER NOT NULL,
    mode TEXT NOT NULL,
    limit_rate INTEGER,
    removed INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE process (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    pid INTEGER NOT NULL,
    started INTEGER,
    boot TEXT,
    namespace TEXT,
    runs INTEGER NOT NULL
) STRICT;
CREATE TABLE job (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    verb TEXT NOT NULL,
    sources TEXT NOT NULL,
    source_count INTEGER NOT NULL,
    destination TEXT,
    stage INTEGER NOT NULL,
    phase TEXT NOT NULL,
    paused INTEGER NOT NULL,
    cancelled INTEGER NOT NULL,
    interrupted INTEGER NOT NULL,
    owner INTEGER,
    spared INTEGER,
    guest INTEGER NOT NULL DEFAULT 0,
    key INTEGER,
    rank INTEGER NOT NULL,
    lanes TEXT NOT NULL,
    paths TEXT NOT NULL,
    passes INTEGER NOT NULL,
    now INTEGER NOT NULL,
    behind INTEGER,
    limit_rate INTEGER,
    added INTEGER NOT NULL,
    started INTEGER,
    ended INTEGER,
    progress TEXT,
    summary TEXT,
    record BLOB,
    ran INTEGER NOT NULL DEFAULT 0,
    since INTEGER,
    seen INTEGER,
    boot TEXT,
    rebooted INTEGER NOT NULL DEFAULT 0,
    synced INTEGER NOT NULL DEFAULT 0,
    skips INTEGER NOT NULL DEFAULT 0,
    fails INTEGER NOT NULL DEFAULT 0,
    asks INTEGER NOT NULL DEFAULT 0,
    filesystem TEXT,
    changed INTEGER NOT NULL DEFAULT 0,
    clock INTEGER,
    set_back INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX job_by_rank ON job (stage, rank);
CREATE INDEX job_by_owner ON job (owner) WHERE owner IS NOT NULL;
CREATE INDEX job_by_wish ON job (stage) WHERE paused OR now OR cancelled;
CREATE INDEX job_by_change ON job (changed);
CREATE TRIGGER job_is_added AFTER INSERT ON job BEGIN
    UPDATE job SET changed = (SELECT generation + 1 FROM queue) WHERE id = new.id;
END;
CREATE TRIGGER job_is_changed AFTER UPDATE OF stage, phase, paused, interrupted, owner, rank, lanes,
    passes, now, behind, limit_rate, started, ended, summary, record ON job BEGIN
    UPDATE job SET changed = (SELECT generation + 1 FROM queue) WHERE id = new.id;
END;
CREATE TRIGGER job_is_removed AFTER DELETE ON job BEGIN
    UPDATE queue SET removed = generation + 1;
END;
CREATE TABLE spec (
    job INTEGER PRIMARY KEY REFERENCES job ON DELETE CASCADE,
    spec TEXT NOT NULL
) STRICT;
CREATE TABLE fact (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    job INTEGER NOT NULL REFERENCES job ON DELETE CASCADE,
    kind INTEGER NOT NULL,
    owner INTEGER,
    at INTEGER NOT NULL,
    event TEXT NOT NULL
) STRICT;
CREATE INDEX fact_by_job ON fact (job, kind);
CREATE TABLE question (
    id INTEGER PRIMARY KEY,
    job INTEGER NOT NULL REFERENCES job ON DELETE CASCADE,
    question TEXT NOT NULL,
    answer TEXT
) STRICT;
CREATE INDEX question_by_job ON question (job);
CREATE TABLE sticky (
    id INTEGER PRIMARY KEY,
    job INTEGER NOT NULL REFERENCES job ON DELETE CASCADE,
    subject TEXT NOT NULL,
    answer TEXT NOT NULL
) STRICT;
CREATE INDEX sticky_by_job ON sticky (job);
CREATE TABLE journal (
    id INTEGER PRIMARY KEY,
    job INTEGER NOT NULL REFERENCES job ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    names BLOB NOT NULL,
    done INTEGER NOT NULL,
    skipped INTEGER NOT NULL,
    failed INTEGER NOT NULL,
    mismatched INTEGER NOT NULL,
    unanswered INTEGER NOT NULL,
    bytes_skipped INTEGER NOT NULL,
    bytes_reflinked INTEGER NOT NULL,
    bytes_holes INTEGER NOT NULL,
    bytes_of_done INTEGER NOT NULL,
    reflinked INTEGER NOT NULL,
    links BLOB,
    replaced INTEGER NOT NULL DEFAULT 0,
    renamed INTEGER NOT NULL DEFAULT 0,
    removed INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE UNIQUE INDEX journal_by_job ON journal (job, seq);
CREATE TABLE large (
    job INTEGER NOT NULL REFERENCES job ON DELETE CASCADE,
    src BLOB NOT NULL,
    temporary BLOB NOT NULL,
    dev INTEGER NOT NULL,
    ino INTEGER NOT NULL,
    src_ino INTEGER NOT NULL,
    src_size INTEGER NOT NULL,
    mtime INTEGER NOT NULL,
    mtime_ns INTEGER NOT NULL,
    ctime INTEGER NOT NULL,
    ctime_ns INTEGER NOT NULL,
    \"offset\" INTEGER NOT NULL,
    synced INTEGER NOT NULL,
    PRIMARY KEY (job, src)
) STRICT, WITHOUT ROWID;
CREATE TABLE linked (
    job INTEGER NOT NULL REFERENCES job ON DELETE CASCADE,
    dev INTEGER NOT NULL,
    ino INTEGER NOT NULL,
    copy BLOB NOT NULL,
    seq INTEGER NOT NULL,
    PRIMARY KEY (job, dev, ino)
) STRICT, WITHOUT ROWID;
INSERT INTO queue (id, generation, mode) VALUES (1, 1, '\"lanes\"');
";

/// Columns that the first programs of this version did not make, by their table; they pass over them.
const LATER: [(&str, &str, &str); 9] = [
    ("job", "asks", "asks INTEGER NOT NULL DEFAULT 0"),
    ("job", "filesystem", "filesystem TEXT"),
    ("job", "clock", "clock INTEGER"),
    ("job", "set_back", "set_back INTEGER NOT NULL DEFAULT 0"),
    ("job", "key", "key INTEGER"),
    ("journal", "links", "links BLOB"),
    ("journal", "replaced", "replaced INTEGER NOT NULL DEFAULT 0"),
    ("journal", "renamed", "renamed INTEGER NOT NULL DEFAULT 0"),
    ("journal", "removed", "removed INTEGER NOT NULL DEFAULT 0"),
];

/// Every table that must be there.
const NAMES: [&str; 10] =
    ["queue", "process", "job", "spec", "fact", "question", "sticky", "journal", "large", "linked"];

/// What a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// It can be used.
    Ours,
    /// Nothing is in it yet.
    Empty,
    /// No program can use it, or ours cannot.
    Unfit(Why),
}

fn number(db: &Connection, pragma: &str) -> rusqlite::Result<i64> {
    db.query_row(&format!("PRAGMA {pragma}"), [], |row| row.get(0))
}

/// Looks at what a file is.
pub(super) fn look(db: &Connection) -> rusqlite::Result<Found> {
    let tables: i64 = db.query_row("SELECT count(*) FROM sqlite_master", [], |row| row.get(0))?;
    let version = number(db, "user_version")?;
    let application = number(db, "application_id")?;
    if tables == 0 && version == 0 && application == 0 {
        return Ok(Found::Empty);
    }
    if application != i64::from(APPLICATION) || version < 1 {
        return Ok(Found::Unfit(Why::Corrupt));
    }
    if version > i64::from(VERSION) {
        return Ok(Found::Unfit(Why::Newer));
    }
    let is_there = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = ?1";
    for name in NAMES {
        if db.query_row(is_there, [name], |row| row.get::<_, i64>(0))? != 1 {
            return Ok(Found::Unfit(Why::Corrupt));
        }
    }
    if lacks_columns(db)? {
        add_columns(db)?;
    }
    let bytes = number(db, "page_count")? * number(db, "page_size")?;
    if bytes <= CHECKED {
        let verdict: String = db.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
        if verdict != "ok" {
            return Ok(Found::Unfit(Why::Corrupt));
        }
    }
    Ok(Found::Ours)
}

fn lacks(db: &Connection, table: &str, column: &str) -> rusqlite::Result<bool> {
    let sql = "SELECT count(*) = 0 FROM pragma_table_info(?1) WHERE name = ?2";
    db.query_row(sql, [table, column], |row| row.get(0))
}

fn lacks_columns(db: &Connection) -> rusqlite::Result<bool> {
    for (table, name, _) in LATER {
        if lacks(db, table, name)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Adds the columns that are missing, unless another process has just done so.
fn add_columns(db: &Connection) -> rusqlite::Result<()> {
    let change = Transaction::new_unchecked(db, TransactionBehavior::Immediate)?;
    for (table, name, definition) in LATER {
        if lacks(&change, table, name)? {
            change.execute_batch(&format!("ALTER TABLE {table} ADD COLUMN {definition}"))?;
        }
    }
    change.commit()
}

/// Makes the tables in an empty file.
pub(super) fn create(db: &mut Connection) -> rusqlite::Result<()> {
    let change = db.transaction()?;
    change.execute_batch(TABLES)?;
    change.execute_batch(&format!(
        "PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {VERSION}"
    ))?;
    change.commit()
}
