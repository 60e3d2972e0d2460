//! Converts CSV to TSV while it is written.
//!
//! The rows come as CSV with CRLF line ends, quoted only where necessary. TSV has no quotes: `\t`, `\n`, `\r` and `\\`
//! in a field are escaped, and lines end with LF. For example, `a,"b ""c"", d"` + CRLF becomes `a` TAB `b "c", d` LF.
//!
//! 1. Outside of quotes, `,` becomes TAB and CR is dropped. A `"` is always the start of a field and opens the quotes.
//! 2. Inside of quotes, all bytes but `"` belong to the field.
//! 3. A `"` inside of quotes ends them, unless another `"` follows: then the field contains one `"`.

/// The position of the next byte of CSV.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum CsvState {
    #[default]
    Unquoted,
    Quoted,
    /// Just past a `"` in quotes: their end, or the first of two.
    AfterQuote,
}

/// Converts CSV that arrives in chunks. Chunks may end anywhere.
#[derive(Debug, Default)]
pub(crate) struct TsvConverter {
    state: CsvState,
    tsv: Vec<u8>,
}

impl TsvConverter {
    /// Returns the TSV of the next chunk.
    pub(crate) fn convert(&mut self, csv: &[u8]) -> &[u8] {
        self.tsv.clear();
        for &byte in csv {
            self.state = match (self.state, byte) {
                (CsvState::Unquoted, b'"') => CsvState::Quoted,
                (CsvState::Quoted, b'"') => CsvState::AfterQuote,
                (CsvState::Quoted, _) | (CsvState::AfterQuote, b'"') => {
                    self.field_byte(byte);
                    CsvState::Quoted
                }
                (CsvState::Unquoted | CsvState::AfterQuote, _) => {
                    match byte {
                        b',' => self.tsv.push(b'\t'),
                        b'\r' => {}
                        b'\n' => self.tsv.push(b'\n'),
                        _ => self.field_byte(byte),
                    }
                    CsvState::Unquoted
                }
            };
        }
        &self.tsv
    }

    /// Appends a byte of a field, escaped if necessary.
    fn field_byte(&mut self, byte: u8) {
        match byte {
            b'\t' => self.tsv.extend_from_slice(b"\\t"),
            b'\n' => self.tsv.extend_from_slice(b"\\n"),
            b'\r' => self.tsv.extend_from_slice(b"\\r"),
            b'\\' => self.tsv.extend_from_slice(b"\\\\"),
            _ => self.tsv.push(byte),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn converts_chunks_of_any_size() {
        let cases = [
            ("a,b\r\n1,\r\n", "a\tb\n1\t\n"),
            ("\"a,b\",\"\"\"\"\r\n", "a,b\t\"\n"),
            ("\"\"\"a\"\" \"\"b\"\"\",c\r\n", "\"a\" \"b\"\tc\n"),
            ("\"a\r\nb\",c\td\\e\r\n", "a\\r\\nb\tc\\td\\\\e\n"),
            ("\"\"\r\n\"\",é\r\n", "\n\té\n"),
        ];
        for (csv, tsv) in cases {
            for size in 1..=csv.len() {
                let mut converter = TsvConverter::default();
                let converted: Vec<u8> =
                    csv.as_bytes().chunks(size).flat_map(|chunk| converter.convert(chunk).to_vec()).collect();
                assert_eq!(String::from_utf8_lossy(&converted), tsv, "chunks of {size}");
            }
        }
    }
}
