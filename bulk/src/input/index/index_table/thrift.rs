//! Walks metadata in Thrift's compact protocol without allocating, to check sizes before the Parquet reader trusts them.

/// Maximum depth of structs and lists. Metadata of Parquet has 7 levels.
const MAX_DEPTH: usize = 32;

/// A value, or the end of a struct, with the ids of the fields that lead to it. Lists add no id.
pub(super) enum Item {
    Number(i64),
    End,
}

type Visit<'v> = dyn FnMut(&[i16], Item) -> Result<(), String> + 'v;

/// Walks the struct at the start of `bytes`, and returns its length. Calls `visit` for each number and each end of a struct.
///
/// # Errors
///
/// Returns the cause if the struct does not end in `bytes`, if a list or a text is longer than the rest of them, if values
/// are nested too deeply, or if `visit` returns an error.
pub(super) fn walk(bytes: &[u8], visit: &mut Visit<'_>) -> Result<usize, String> {
    let mut walk = Walk { bytes, position: 0, depth: 0, path: Vec::new(), visit };
    walk.structure()?;
    Ok(walk.position)
}

struct Walk<'a, 'v> {
    bytes: &'a [u8],
    position: usize,
    depth: usize,
    path: Vec<i16>,
    visit: &'a mut Visit<'v>,
}

impl Walk<'_, '_> {
    fn structure(&mut self) -> Result<(), String> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err("its metadata is nested too deeply".to_owned());
        }
        let mut id = 0;
        loop {
            let head = self.byte()?;
            if head == 0 {
                break;
            }
            id = match head >> 4 {
                0 => i16::try_from(self.number()?).map_err(|_| damaged())?,
                delta => i16::checked_add(id, delta.into()).ok_or_else(damaged)?,
            };
            self.path.push(id);
            match head & 0xF {
                1 | 2 => {} // a boolean: its type is its value
                kind => self.value(kind)?,
            }
            self.path.pop();
        }
        self.depth -= 1;
        (self.visit)(&self.path, Item::End)
    }

    /// Walks a value of this type.
    fn value(&mut self, kind: u8) -> Result<(), String> {
        match kind {
            1..=3 => self.skip(1),
            4..=6 => {
                let number = self.number()?;
                (self.visit)(&self.path, Item::Number(number))
            }
            7 => self.skip(8),
            8 => {
                let length = self.varint()?;
                self.skip(length)
            }
            9 | 10 => {
                let head = self.byte()?;
                let size = if head >> 4 == 15 { self.varint()? } else { u64::from(head >> 4) };
                self.elements(size, &[head & 0xF])
            }
            11 => match self.varint()? {
                0 => Ok(()),
                size => {
                    let kinds = self.byte()?;
                    self.elements(size, &[kinds >> 4, kinds & 0xF])
                }
            },
            12 => self.structure(),
            13 => self.skip(16),
            _ => Err(damaged()),
        }
    }

    /// Walks `size` elements of a list or a map. Each takes at least a byte.
    fn elements(&mut self, size: u64, kinds: &[u8]) -> Result<(), String> {
        if size > (self.bytes.len() - self.position) as u64 {
            return Err("its metadata has a list that is longer than the metadata".to_owned());
        }
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err("its metadata is nested too deeply".to_owned());
        }
        for _ in 0..size {
            kinds.iter().try_for_each(|kind| self.value(*kind))?;
        }
        self.depth -= 1;
        Ok(())
    }

    fn byte(&mut self) -> Result<u8, String> {
        let byte = *self.bytes.get(self.position).ok_or_else(damaged)?;
        self.position += 1;
        Ok(byte)
    }

    fn skip(&mut self, length: u64) -> Result<(), String> {
        if length > (self.bytes.len() - self.position) as u64 {
            return Err(damaged());
        }
        self.position += usize::try_from(length).map_err(|_| damaged())?;
        Ok(())
    }

    fn varint(&mut self) -> Result<u64, String> {
        let (number, length) = varint(&self.bytes[self.position..]).ok_or_else(damaged)?;
        self.position += length;
        Ok(number)
    }

    fn number(&mut self) -> Result<i64, String> {
        let number = self.varint()?;
        Ok((number >> 1).cast_signed() ^ -(number & 1).cast_signed())
    }
}

fn damaged() -> String {
    "its metadata is damaged".to_owned()
}

/// Reads a number of 7 bits a byte. Returns it with its length.
pub(super) fn varint(bytes: &[u8]) -> Option<(u64, usize)> {
    let mut number = 0;
    for (at, byte) in bytes.iter().take(10).enumerate() {
        number |= u64::from(byte & 0x7F) << (7 * at);
        if byte & 0x80 == 0 {
            return Some((number, at + 1));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A path of fields, and the value there if it is a number.
    type Visit = (Vec<i16>, Option<i64>);

    fn visited(bytes: &[u8]) -> Result<(usize, Vec<Visit>), String> {
        let mut items = Vec::new();
        let length = walk(bytes, &mut |path, item| {
            items.push((path.to_vec(), if let Item::Number(number) = item { Some(number) } else { None }));
            Ok(())
        })?;
        Ok((length, items))
    }

    #[test]
    fn finds_numbers_and_the_ends_of_structs() {
        // 1: -2, 2: list of two structs (1: 3; empty), 3: true, 4: "ab", 20: 64
        let bytes = [0x15, 3, 0x19, 0x2C, 0x15, 6, 0, 0, 0x11, 0x18, 2, b'a', b'b', 0x06, 40, 0x80, 1, 0, 99];
        let expected = [
            (vec![1], Some(-2)),
            (vec![2, 1], Some(3)),
            (vec![2], None),
            (vec![2], None),
            (vec![20], Some(64)),
            (vec![], None),
        ];
        assert_eq!(visited(&bytes), Ok((bytes.len() - 1, expected.to_vec())));
        for length in 0..bytes.len() - 1 {
            assert!(visited(&bytes[..length]).is_err(), "{length} bytes");
        }
    }

    #[test]
    fn a_size_over_the_rest_of_the_bytes_is_an_error() {
        let list = [0x19, 0xFC, 0xFF, 0xFF, 0xFF, 0xFF, 0x07, 0, 0];
        assert_eq!(visited(&list), Err("its metadata has a list that is longer than the metadata".to_owned()));
        let text = [0x18, 0xFF, 0xFF, 0xFF, 0xFF, 0x07, 0, 0];
        assert_eq!(visited(&text), Err(damaged()));
        assert_eq!(visited(&[0x1C; 100_000]), Err("its metadata is nested too deeply".to_owned()));
    }
}
