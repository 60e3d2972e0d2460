//! The limits on the items of a page.

/// Maximum number of items of a page, and of elements with `id`.
const ITEMS: usize = 1 << 16;

/// Maximum number of properties of a page. A property that `itemref` adds to several items counts for each.
const PROPERTIES: usize = 1 << 17;

/// Maximum length of all texts of properties together, in bytes, and of all values with their names and the types of
/// items, in JSON.
const BYTES: usize = 16 << 20;

/// Maximum number of tokens of an attribute that are read.
pub(super) const TOKENS: usize = 256;

/// The amounts that the items of a page may still take.
pub(super) struct Room {
    items: usize,
    properties: usize,
    text: usize,
    values: usize,
    /// The properties that references may still be compared with.
    steps: usize,
    /// True if something was left out.
    pub(super) is_exceeded: bool,
}

impl Default for Room {
    fn default() -> Self {
        Self {
            items: ITEMS,
            properties: PROPERTIES,
            text: BYTES,
            values: BYTES,
            steps: 16 * PROPERTIES,
            is_exceeded: false,
        }
    }
}

impl Room {
    /// Returns true if there is room for one more item.
    pub(super) fn takes_item(&mut self) -> bool {
        take(&mut self.items, 1, &mut self.is_exceeded)
    }

    /// Returns true if there is room for one more property.
    pub(super) fn takes_property(&mut self) -> bool {
        take(&mut self.properties, 1, &mut self.is_exceeded)
    }

    /// Returns true if there is room for `bytes` of text.
    pub(super) fn takes_text(&mut self, bytes: usize) -> bool {
        take(&mut self.text, bytes, &mut self.is_exceeded)
    }

    /// Returns true if there is room for a value of `bytes` in JSON. Once there is not, no value has room.
    pub(super) fn takes_value(&mut self, bytes: usize) -> bool {
        let is_taken = take(&mut self.values, bytes, &mut self.is_exceeded);
        self.values = if is_taken { self.values } else { 0 };
        is_taken
    }

    /// Returns false if there is no room for any more values, so that none has to be computed.
    pub(super) fn takes_values(&self) -> bool {
        self.values > 0
    }

    /// Returns true if a reference may be compared with `properties`.
    pub(super) fn takes_steps(&mut self, properties: usize) -> bool {
        take(&mut self.steps, properties, &mut self.is_exceeded)
    }

    /// Returns the tokens of an attribute, at most [`TOKENS`].
    pub(super) fn tokens<'a>(&mut self, value: &'a str) -> impl Iterator<Item = &'a str> + Clone + use<'a> {
        self.is_exceeded |= value.len() > TOKENS && value.split_ascii_whitespace().nth(TOKENS).is_some();
        value.split_ascii_whitespace().take(TOKENS)
    }
}

/// Takes `amount` from `room`, if it has so much.
fn take(room: &mut usize, amount: usize, is_exceeded: &mut bool) -> bool {
    let is_taken = amount <= *room;
    if is_taken {
        *room -= amount;
    } else {
        *is_exceeded = true;
    }
    is_taken
}
