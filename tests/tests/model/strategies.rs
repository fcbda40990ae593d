//! Makes random trees, rules and commands.

use super::*;

pub(super) fn leaves() -> impl Strategy<Value = Leaf> {
    let bytes = prop::collection::vec(prop::sample::select(&b"xyz"[..]), 1..4);
    (bytes, 1_i64..4).prop_map(|(bytes, mtime)| Leaf { bytes, mtime })
}

pub(super) fn trees() -> impl Strategy<Value = Tree> {
    let leaf = prop_oneof![4 => leaves().prop_map(Node::File), 1 => leaves().prop_map(Node::Link)];
    let names = || prop::sample::select(&NAMES[..]).prop_map(<[u8]>::to_vec);
    let node = leaf.prop_recursive(4, 40, 5, move |inner| {
        prop::collection::btree_map(names(), inner, 0..5).prop_map(Node::Dir)
    });
    prop::collection::btree_map(names(), node, 0..6)
}

/// Choices that can be made beforehand, and those that need a question.
pub(super) fn choices(
    beforehand: &'static [Choice],
    asked: &'static [Choice],
) -> impl Strategy<Value = (Choice, bool)> {
    let said = |choices, is_asked| {
        prop::sample::select(choices).prop_map(move |choice: Choice| (choice, is_asked))
    };
    prop_oneof![said(beforehand, false), said(asked, true)]
}

pub(super) fn rules() -> impl Strategy<Value = Rules> {
    use Choice as C;
    const FILE: &[Choice] = &[
        C::Replace,
        C::Skip,
        C::Rename,
        C::Newer,
        C::Older,
        C::Larger,
        C::Smaller,
        C::DifferentMeta,
        C::DifferentContent,
    ];
    let file = prop_oneof![8 => choices(FILE, FILE),
            1 => Just((C::Fail, false)),
            1 => Just((C::RenameExisting, true)),
    ];
    let directory = prop_oneof![
        // Merging most often, else nothing below is ever met.
        6 => prop::bool::ANY.prop_map(|asked| (C::Merge, asked)),
        1 => choices(&[C::Skip, C::Fail, C::Rename], &[C::Skip, C::Rename, C::RenameExisting]),
    ];
    let mismatch =
        choices(&[C::Skip, C::Fail, C::Rename], &[C::Skip, C::Rename, C::RenameExisting]);
    (file, directory, mismatch).prop_map(|(file, directory, mismatch)| Rules {
        file,
        directory,
        mismatch,
    })
}

pub(super) fn commands() -> impl Strategy<Value = Vec<Command>> {
    let command = prop_oneof![
        Just(Command::Pause),
        Just(Command::Resume),
        (1_u64..1 << 30).prop_map(Command::Limit),
        Just(Command::Limit(0)),
        prop::sample::select(&[Scope::This, Scope::Directory, Scope::Kind][..])
            .prop_map(Command::Reach),
    ];
    (prop::collection::vec(command, 0..12), prop::option::weighted(0.2, 0_usize..12)).prop_map(
        |(mut commands, cancel)| {
            if let Some(at) = cancel {
                commands.insert(at.min(commands.len()), Command::Cancel);
            }
            commands
        },
    )
}

pub(super) fn config() -> ProptestConfig {
    let cases = if copy::is_full() { 20_000 } else { 600 };
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}
