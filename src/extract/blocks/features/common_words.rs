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

const SLOTS: usize = 512;

/// The hashes of the words, each at the first free slot from its own on. 0 is a free slot.
const TABLE: [u32; SLOTS] = {
    let mut table = [0; SLOTS];
    let mut index = 0;
    while index < WORDS.len() {
        let hash = hash_of_word(WORDS[index]);
        let mut slot = hash as usize % SLOTS;
        while table[slot] != 0 {
            slot = (slot + 1) % SLOTS;
        }
        table[slot] = hash;
        index += 1;
    }
    table
};

/// Returns true if a common word has this hash.
pub(super) fn is_common(hash: u32) -> bool {
    let mut slot = hash as usize % SLOTS;
    while TABLE[slot] != 0 {
        if TABLE[slot] == hash {
            return true;
        }
        slot = (slot + 1) % SLOTS;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_common_words() {
        assert!(is_common(hash_of_word("the")) && is_common(hash_of_word("что")) && !is_common(hash_of_word("bridge")));
        assert!(WORDS.iter().all(|word| is_common(hash_of_word(word))));
    }
}
