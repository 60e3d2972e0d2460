//! Counts by name, in bounded memory.
//!
//! A tally has at most `2 * capacity` names. When there are more, the `capacity` names with the highest counts stay, and the
//! counts of all others are added to [`Tally::others`]. So the sum is exact, and each count of a name is exact until names are
//! dropped. Afterwards it is a lower bound, because a name that was dropped may return. A name that is more frequent than
//! `1 / capacity` of the records since it appeared stays.
//!
//! With a capacity of 2, the names `a a b c c d d d e` give `a 2`, `d 3`, `others 4`: at `e` there are five names, and `c`
//! with the count of `a` is later in the alphabet.

use super::example::{Example, MAX_EXAMPLES};
use std::cmp::Reverse;
use std::collections::HashMap;
use std::rc::Rc;

/// A number, with the first records that it counts.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Count {
    pub(in super::super) count: u64,
    pub(in super::super) examples: Vec<Rc<Example>>,
}

impl Count {
    pub(in super::super) fn add(&mut self, example: &Rc<Example>) {
        self.count += 1;
        if self.examples.len() < MAX_EXAMPLES {
            self.examples.push(example.clone());
        }
    }

    /// Adds the records of another number, which come after these.
    pub(in super::super) fn append(&mut self, other: Self) {
        self.count += other.count;
        self.examples.extend(other.examples.into_iter().take(MAX_EXAMPLES - self.examples.len()));
    }
}

/// Counts by name.
#[derive(Debug)]
pub(in super::super) struct Tally {
    names: HashMap<Box<str>, Count>,
    capacity: usize,
    /// The sum of the counts of names that were dropped.
    pub(in super::super) others: u64,
}

impl Tally {
    pub(in super::super) fn new(capacity: usize) -> Self {
        Self { names: HashMap::new(), capacity, others: 0 }
    }

    pub(in super::super) fn add(&mut self, name: &str, example: &Rc<Example>) {
        match self.names.get_mut(name) {
            Some(count) => count.add(example),
            None => {
                let mut count = Count::default();
                count.add(example);
                self.names.insert(name.into(), count);
                if self.names.len() > 2 * self.capacity {
                    self.drop_rare_names();
                }
            }
        }
    }

    /// Returns the names with the highest counts first.
    pub(in super::super) fn rows(&self) -> Vec<(&str, &Count)> {
        let mut rows: Vec<_> = self.names.iter().map(|(name, count)| (&**name, count)).collect();
        rows.sort_unstable_by_key(|(name, count)| (Reverse(count.count), *name));
        rows
    }

    fn drop_rare_names(&mut self) {
        let mut rows: Vec<_> = self.names.drain().collect();
        rows.sort_unstable_by(|(name, count), (other, other_count)| {
            other_count.count.cmp(&count.count).then_with(|| name.cmp(other))
        });
        let dropped = rows.split_off(self.capacity);
        self.others += dropped.iter().map(|(_, count)| count.count).sum::<u64>();
        self.names.extend(rows);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(names: &str) -> Tally {
        let mut tally = Tally::new(2);
        for (number, name) in names.split(' ').enumerate() {
            tally.add(name, &Example::of_file(&number.to_string()));
        }
        tally
    }

    fn counts(tally: &Tally) -> Vec<(&str, u64)> {
        tally.rows().into_iter().map(|(name, count)| (name, count.count)).collect()
    }

    #[test]
    fn rare_names_are_dropped_and_counted() {
        let exact = tally("b a a c c d");
        assert_eq!((counts(&exact), exact.others), (vec![("a", 2), ("c", 2), ("b", 1), ("d", 1)], 0));
        let dropped = tally("a a b c c d d d e");
        assert_eq!((counts(&dropped), dropped.others), (vec![("d", 3), ("a", 2)], 4));
    }

    #[test]
    fn a_frequent_name_stays_among_many_others() {
        let mut tally = Tally::new(100);
        let example = Example::of_file("a");
        for number in 0..100_000 {
            let name = if number % 50 == 0 { "frequent".to_owned() } else { number.to_string() };
            tally.add(&name, &example);
        }
        assert_eq!(tally.rows()[0].0, "frequent");
        assert_eq!(tally.rows()[0].1.count, 2000);
        assert!(tally.rows().len() <= 200);
        assert_eq!(tally.rows().iter().map(|(_, count)| count.count).sum::<u64>() + tally.others, 100_000);
    }

    #[test]
    fn examples_are_the_first_records() {
        let tally = tally(&["a"; 50].join(" "));
        let examples: Vec<_> = tally.rows()[0].1.examples.iter().map(|example| &*example.origin).collect();
        assert_eq!(examples, (0..MAX_EXAMPLES).map(|number| number.to_string()).collect::<Vec<_>>());
        let mut count = tally.rows()[0].1.clone();
        count.append(Count { count: 3, examples: vec![Example::of_file("b")] });
        assert_eq!((count.count, count.examples.len()), (53, MAX_EXAMPLES));
    }
}
