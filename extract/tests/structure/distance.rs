//! The similarity of two texts: 1 - the Levenshtein distance, divided by the length of the longer text.

/// Returns the similarity, from 0 to 1. `None` if both texts are empty.
pub(crate) fn similarity(ours: &str, expected: &str) -> Option<f64> {
    let (ours, expected): (Vec<char>, Vec<char>) = (ours.chars().collect(), expected.chars().collect());
    let longest = ours.len().max(expected.len());
    (longest > 0).then(|| 1.0 - distance(&ours, &expected) as f64 / longest as f64)
}

/// Returns the Levenshtein distance. Only the diagonals that it needs are computed: the number is doubled until they are enough.
fn distance(a: &[char], b: &[char]) -> usize {
    let same_start = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[same_start..], &b[same_start..]);
    let same_end = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[..a.len() - same_end], &b[..b.len() - same_end]);
    let mut limit = a.len().abs_diff(b.len()).max(8);
    loop {
        match distance_within(a, b, limit) {
            Some(distance) => return distance,
            None => limit *= 2,
        }
    }
}

/// Returns the distance if it is at most `limit`.
fn distance_within(a: &[char], b: &[char], limit: usize) -> Option<usize> {
    let far = limit + 1;
    let mut row: Vec<usize> = (0..=b.len()).map(|column| column.min(far)).collect();
    for (index, from) in a.iter().enumerate() {
        let at = index + 1;
        let (first, last) = (at.saturating_sub(limit).max(1), (at + limit).min(b.len()));
        let mut diagonal = row[first - 1];
        row[first - 1] = if first == 1 { at.min(far) } else { far };
        for column in first..=last {
            // The cell above is outside of the computed diagonals in the last column.
            let above = if column == at + limit { far } else { row[column] };
            let changed = diagonal + usize::from(*from != b[column - 1]);
            diagonal = row[column];
            row[column] = changed.min(above + 1).min(row[column - 1] + 1).min(far);
        }
    }
    Some(row[b.len()]).filter(|&distance| distance <= limit)
}

#[test]
fn distances_are_the_definition() {
    use tagrake_testsupport::random::Random;

    /// The table of all prefixes.
    fn slow(a: &[char], b: &[char]) -> usize {
        let mut row: Vec<usize> = (0..=b.len()).collect();
        for (index, from) in a.iter().enumerate() {
            let mut diagonal = std::mem::replace(&mut row[0], index + 1);
            for column in 1..=b.len() {
                let changed = diagonal + usize::from(*from != b[column - 1]);
                diagonal = row[column];
                row[column] = changed.min(row[column] + 1).min(row[column - 1] + 1);
            }
        }
        row[b.len()]
    }

    let mut random = Random::new(11);
    for _ in 0..2000 {
        let [a, b]: [Vec<char>; 2] =
            std::array::from_fn(|_| (0..random.below(40)).map(|_| ['a', 'b', 'c', 'd'][random.below(4)]).collect());
        assert_eq!(distance(&a, &b), slow(&a, &b), "{a:?} {b:?}");
    }
    assert_eq!(similarity("", ""), None);
    assert_eq!(similarity("kitten", "sitting"), Some(1.0 - 3.0 / 7.0));
}
