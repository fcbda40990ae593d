//! Fuzzy matching: decides which lines match the typed text, and ranks them.
//!
//! The characters must appear in order, not side by side. Of all the ways they may, the best counts:
//! beginnings of words and characters that follow each other are good, gaps are bad. Upper and lower
//! case are the same unless an upper-case letter is typed. German letters are found without their dots, too, and as
//! keyboards without them write them: `Größe` by `grosse` and by `groesse`.

/// How well a line matches, and where.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Match {
    /// Larger is better.
    pub score: i32,
    /// Which characters of the line matched, by number.
    pub places: Vec<usize>,
}

/// What each character is worth that matches.
const HIT: i32 = 16;
/// What it is worth more where a word begins.
const WORD: i32 = 12;
/// What it is worth more right behind the one before.
const NEXT: i32 = 14;
/// What each character between two hits costs, up to [`FAR`].
const GAP: i32 = 1;
/// What a gap costs at most, so that long paths are not lost.
const FAR: i32 = 12;

/// Matches a line; the empty needle matches every line alike.
///
/// Spaces in the needle separate words that must all match, in any order.
pub(crate) fn find(needle: &str, line: &str) -> Option<Match> {
    let spellings = Spelling::all(line);
    let line: Vec<char> = line.chars().collect();
    let mut all = Match::default();
    for word in needle.split_whitespace() {
        let others = spellings.iter().filter_map(|other| other.find(word));
        // Of equal ones, the last counts: the line as it is written.
        let hit = others.chain(find_word(word, &line)).max_by_key(|hit| hit.score)?;
        all.score += hit.score;
        all.places.extend(hit.places);
    }
    all.places.sort_unstable();
    all.places.dedup();
    // Of two equal matches, prefer the shorter line.
    all.score = all.score * 64 - line.len().min(63) as i32;
    Some(all)
}

/// A line as it is written without umlauts.
struct Spelling {
    line: Vec<char>,
    /// Which character of the written line each stands for.
    places: Vec<usize>,
}

impl Spelling {
    /// Gives the spellings of a line without dots, and with an `e` for them; none if it has no German letters.
    fn all(line: &str) -> Vec<Self> {
        if !line.chars().any(|c| letters(c).is_some()) {
            return Vec::new();
        }
        let spelled = |pick: fn([&'static str; 2]) -> &'static str| {
            let both = line.chars().enumerate().flat_map(|(place, c)| {
                let others = letters(c).map(pick).unwrap_or_default().chars();
                let own = letters(c).is_none().then_some(c);
                others.chain(own).map(move |c| (c, place))
            });
            let (line, places) = both.unzip();
            Self { line, places }
        };
        vec![spelled(|[plain, _]| plain), spelled(|[_, long]| long)]
    }

    fn find(&self, needle: &str) -> Option<Match> {
        let hit = find_word(needle, &self.line)?;
        let places = hit.places.iter().filter_map(|&place| self.places.get(place).copied());
        Some(Match { places: places.collect(), ..hit })
    }
}

/// Gives what stands for a German letter: the letter without dots, and the two letters.
fn letters(c: char) -> Option<[&'static str; 2]> {
    Some(match c {
        'ä' => ["a", "ae"],
        'ö' => ["o", "oe"],
        'ü' => ["u", "ue"],
        'Ä' => ["A", "Ae"],
        'Ö' => ["O", "Oe"],
        'Ü' => ["U", "Ue"],
        'ß' => ["ss"; 2],
        _ => return None,
    })
}

fn find_word(needle: &str, line: &[char]) -> Option<Match> {
    let exact = needle.chars().any(char::is_uppercase);
    let same = |a: char, b: char| a == b || (!exact && a.to_lowercase().eq(b.to_lowercase()));
    // For each character of the line: the best score of the needle so far, if it ends here; and where
    // the character before it was.
    let mut best: Vec<Option<i32>> = Vec::new();
    let mut came_from: Vec<Vec<usize>> = Vec::new();
    for (n, wanted) in needle.chars().enumerate() {
        let mut row = vec![None; line.len()];
        let mut from = vec![0; line.len()];
        // The best way to here over a short gap, each step of which costs, and over any gap.
        let (mut near, mut far) = (None, None);
        for (place, &c) in line.iter().enumerate() {
            let next = place
                .checked_sub(1)
                .and_then(|before| Some((best.get(before)?.as_ref()? + NEXT, before)));
            let hit = same(wanted, c);
            let worth = HIT + if begins_word(line, place) { WORD } else { 0 };
            if hit && n == 0 {
                row[place] = Some(worth - FAR.min(place as i32 * GAP));
            } else if hit && let Some((score, before)) = next.max(near).max(far) {
                (row[place], from[place]) = (Some(score + worth), before);
            }
            let jump = |cost: i32| next.map(|(score, before)| (score - NEXT - cost, before));
            near = near.max(jump(0)).map(|(score, before): (i32, usize)| (score - GAP, before));
            far = far.max(jump(FAR));
        }
        best = row;
        came_from.push(from);
    }
    let ends = best.iter().enumerate().filter_map(|(place, score)| Some(((*score)?, place)));
    let (score, mut place) = ends.max_by_key(|&(score, place)| (score, usize::MAX - place))?;
    let mut places = Vec::with_capacity(came_from.len());
    for from in came_from.iter().rev() {
        places.push(place);
        place = from[place];
    }
    places.reverse();
    Some(Match { score, places })
}

fn begins_word(line: &[char], place: usize) -> bool {
    let Some(before) = place.checked_sub(1).map(|before| line[before]) else { return true };
    !before.is_alphanumeric() || (before.is_lowercase() && line[place].is_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order<'a>(needle: &str, lines: &[&'a str]) -> Vec<&'a str> {
        let mut hits: Vec<_> =
            lines.iter().filter_map(|line| Some((find(needle, line)?.score, *line))).collect();
        hits.sort_by_key(|(score, _)| -score);
        hits.into_iter().map(|(_, line)| line).collect()
    }

    #[test]
    fn beginnings_of_words_come_first() {
        let lines = ["Collapse jobs", "Compare panels", "Copy path", "Copy", "Escape", "Scope"];
        let hits = order("cop", &lines);
        assert_eq!(hits, ["Copy", "Copy path", "Compare panels", "Scope", "Collapse jobs"]);
        assert_eq!(order("mg", &["Mark glob", "Image"]), ["Mark glob", "Image"]);
    }

    #[test]
    fn places_are_those_of_the_best_way() {
        assert_eq!(find("cp", "Copy path").unwrap().places, [0, 5]);
        assert_eq!(find("path copy", "Copy path").unwrap().places, [0, 1, 2, 3, 5, 6, 7, 8]);
        assert_eq!(find("ö", "Zoë Öl").unwrap().places, [4]);
        assert_eq!(find("", "abc").unwrap().places, [0; 0]);
    }

    #[test]
    fn umlauts_are_found_as_they_are_typed_without_them() {
        let places = |needle: &str| find(needle, "Nach Größe").map(|hit| hit.places);
        for needle in ["größe", "Größe", "grosse", "groesse", "Groesse"] {
            assert_eq!(places(needle), Some(vec![5, 6, 7, 8, 9]), "{needle}");
        }
        // An umlaut that is typed is meant.
        assert_eq!(find("grösse", "Grosse"), None);
        assert_eq!(order("ue", &["Über", "Uhr"]), ["Über"]);
        assert_eq!(order("u", &["Über", "Uhr"]).len(), 2);
    }

    #[test]
    fn capitals_are_meant() {
        assert_eq!(order("C", &["copy", "Copy"]), ["Copy"]);
        assert_eq!(order("zz", &["z"]), [""; 0]);
    }
}
