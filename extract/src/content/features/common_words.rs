//! The most common words of some languages. Prose has many of them, labels and lists of links have few.

use super::hashes::hash_of_word;

#[rustfmt::skip]
const WORDS: [&str; 151] = [
    "the", "of", "and", "to", "in", "is", "that", "for", "it", "was", "on", "are", "as", "with", "his", "they", "at",
    "be", "this", "have", "from", "or", "had", "by", "but", "not", "were", "we", "when", "your", "can", "an", "which",
    "their", "if", "will", "has", "you", "she", "he", "been", "would", "who", "its", "our", "about", "there", "than",
    "der", "die", "und", "das", "den", "von", "mit", "ist", "auf", "ein", "eine", "nicht", "sich", "auch", "dem", "im",
    "des", "zu", "werden", "wird", "bei", "le", "la", "les", "et", "du", "une", "est", "dans", "que", "qui", "pour",
    "pas", "sur", "plus", "par", "au", "avec", "ce", "el", "los", "las", "y", "en", "un", "una", "por", "con", "para",
    "del", "se", "su", "como", "lo", "al", "o", "da", "do", "em", "um", "uma", "os", "no", "na", "dos", "mais", "foi",
    "il", "di", "che", "per", "non", "sono", "della", "het", "van", "een", "dat", "op", "te", "zijn", "voor", "niet",
    "og", "att", "som", "och", "i", "w", "nie", "jest", "z", "и", "в", "не", "на", "что", "с", "по", "это", "как",
    "из", "за",
];

const SLOTS: usize = 1024;

/// The hash of the word in each slot. 0 is a free slot.
static TABLE: [u32; SLOTS] = {
    let mut table = [0; SLOTS];
    let mut index = 0;
    while index < WORDS.len() {
        let hash = hash_of_word(WORDS[index].as_bytes());
        assert!(table[slot(hash)] == 0, "two words have one slot");
        table[slot(hash)] = hash;
        index += 1;
    }
    table
};

/// Returns the slot of a word.
#[inline(always)]
const fn slot(hash: u32) -> usize {
    // An odd factor with which no two words share a slot. If you change the words and compilation fails, search for
    // another.
    (hash.wrapping_mul(0x0039_B2B1) >> (u32::BITS - SLOTS.ilog2())) as usize
}

/// Returns true if a common word has this hash.
///
/// PERF: no branches.
#[inline(always)]
pub(super) fn is_common(hash: u32) -> bool {
    TABLE[slot(hash)] == hash
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_common_words() {
        let is_common = |word: &str| is_common(hash_of_word(word.as_bytes()));
        assert!(is_common("the") && is_common("что") && !is_common("bridge"));
        assert!(WORDS.iter().all(|word| is_common(word)));
    }
}
