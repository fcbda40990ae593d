//! Tests that the comparison says what a plain walk says, on random trees.

use super::*;

/// What a plain walk of both sides says, by path.
fn by_hand(left: &Path, right: &Path, below: &Path, into: &mut BTreeMap<PathBuf, Verdict>) {
    let names = |root: &Path| -> Vec<OsString> {
        let entries = fs::read_dir(root.join(below)).unwrap();
        entries.map(|entry| entry.unwrap().file_name()).collect()
    };
    let mut all = names(left);
    all.extend(names(right));
    all.sort();
    all.dedup();
    for name in all {
        let path = below.join(name);
        let metas = [left, right].map(|root| fs::symlink_metadata(root.join(&path)));
        let [one, other] = match metas {
            [Ok(one), Ok(other)] => [one, other],
            [Ok(_), Err(_)] => {
                into.insert(path, Verdict::LeftOnly);
                continue;
            }
            _ => {
                into.insert(path, Verdict::RightOnly);
                continue;
            }
        };
        if one.file_type() != other.file_type() {
            into.insert(path, Verdict::TypeChanged);
        } else if one.is_dir() {
            by_hand(left, right, &path, into);
        } else {
            let is_same = if one.is_symlink() {
                fs::read_link(left.join(&path)).unwrap()
                    == fs::read_link(right.join(&path)).unwrap()
            } else if one.is_file() {
                fs::read(left.join(&path)).unwrap() == fs::read(right.join(&path)).unwrap()
            } else {
                true
            };
            let order = one.modified().unwrap().cmp(&other.modified().unwrap());
            let verdict = match order {
                _ if is_same => Verdict::Same,
                std::cmp::Ordering::Less => Verdict::RightNewer,
                std::cmp::Ordering::Equal => Verdict::Different,
                std::cmp::Ordering::Greater => Verdict::LeftNewer,
            };
            into.insert(path, verdict);
        }
    }
}

/// Changes a tree at random.
fn stir(root: &Path, below: &Path, rng: &mut Rng) {
    let entries: Vec<_> = fs::read_dir(root.join(below)).unwrap().map(Result::unwrap).collect();
    for entry in entries {
        let (path, kind) = (entry.path(), entry.file_type().unwrap());
        match rng.below(12) {
            0 if kind.is_dir() => fs::remove_dir_all(&path).unwrap(),
            0 => fs::remove_file(&path).unwrap(),
            1 if kind.is_file() => {
                fs::remove_file(&path).unwrap();
                fs::create_dir(&path).unwrap();
                fs::write(path.join("inside"), "x").unwrap();
            }
            2 if kind.is_file() => fs::write(&path, rng.number().to_string()).unwrap(),
            3 => fs::write(root.join(below).join(format!("new {}", rng.number())), "n").unwrap(),
            _ if kind.is_dir() => stir(root, &below.join(entry.file_name()), rng),
            _ => {}
        }
    }
}

#[test]
fn it_says_what_a_plain_walk_says() {
    for seed in 0..6 {
        let (_scratch, left, right) = sides();
        Tree::user(seed).entries(500).build(&left).unwrap();
        let copied = Command::new("cp").arg("-a").arg(left.join(".")).arg(&right).status();
        assert!(copied.unwrap().success());
        stir(&right, Path::new(""), &mut Rng::new(seed));
        let mut expected = BTreeMap::new();
        by_hand(&left, &right, Path::new(""), &mut expected);
        let spec = CompareSpec { content: true, same: true, ..CompareSpec::default() };
        let (rows, compared) = compared(&left, &right, &spec);
        let found: BTreeMap<_, _> =
            rows.iter().map(|row| (row.path.0.clone(), row.verdict)).collect();
        assert_eq!(found, expected);
        assert_eq!(found.len(), rows.len());
        let told: u64 = Verdict::ALL.iter().map(|verdict| compared.of(*verdict).rows).sum();
        assert_eq!(told, rows.len() as u64);
    }
}
