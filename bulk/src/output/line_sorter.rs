//! Sorts lines in bounded memory, with temporary files.
//!
//! 1. Lines are collected up to a number of bytes, sorted, and written to a temporary file: a run.
//! 2. When there are [`MAX_RUNS`] runs of a level, they are merged into one run of the next level. So each line is written
//!    once per level, and few files are open.
//! 3. At the end, all runs are merged.
//!
//! The temporary files have no name, so they vanish with the process.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Seek, Write};
use std::mem;
use std::ops::Range;
use tagrake_archive::about_temporary_file;

/// Bytes of lines that are sorted in memory.
const MAX_BYTES: usize = 32 << 20;
/// Runs of one level that are merged.
const MAX_RUNS: usize = 16;
/// Bytes that are read from a run or written to it at once.
const BUFFER_BYTES: usize = 64 << 10;

/// Sorts lines by their bytes, and removes repeated ones.
pub(super) struct LineSorter {
    max_bytes: usize,
    /// The lines since the last run, each with its newline.
    text: Vec<u8>,
    lines: Vec<Range<usize>>,
    /// Sorted lines in files, of the highest level first.
    runs: Vec<SortedRun>,
}

struct SortedRun {
    file: File,
    level: u32,
}

impl Default for LineSorter {
    fn default() -> Self {
        Self::new(MAX_BYTES)
    }
}

impl LineSorter {
    /// Creates a sorter that holds about `max_bytes` bytes in memory.
    fn new(max_bytes: usize) -> Self {
        Self { max_bytes, text: Vec::new(), lines: Vec::new(), runs: Vec::new() }
    }

    /// Adds complete lines.
    pub(super) fn push(&mut self, mut lines: &[u8]) -> io::Result<()> {
        while !lines.is_empty() {
            let length = memchr::memchr(b'\n', lines).map_or(lines.len(), |newline| newline + 1);
            let line;
            (line, lines) = lines.split_at(length);
            let bytes = self.text.len() + line.len() + (self.lines.len() + 1) * size_of::<Range<usize>>();
            if bytes > self.max_bytes && !self.lines.is_empty() {
                self.end_run()?;
            }
            let start = self.text.len();
            self.text.extend_from_slice(line);
            self.lines.push(start..self.text.len());
        }
        Ok(())
    }

    /// Passes all lines to `write`, in order.
    pub(super) fn finish(mut self, mut write: impl FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
        if self.runs.is_empty() {
            self.sort();
            return self.lines.iter().try_for_each(|line| write(&self.text[line.clone()]));
        }
        if !self.lines.is_empty() {
            self.end_run()?;
        }
        // The memory is not needed while the runs are merged.
        (self.text, self.lines) = Default::default();
        merge(self.runs, write)
    }

    /// Sorts the lines in memory, and removes repeated ones.
    fn sort(&mut self) {
        let text = &self.text;
        self.lines.sort_unstable_by(|a, b| text[a.clone()].cmp(&text[b.clone()]));
        self.lines.dedup_by(|a, b| text[a.clone()] == text[b.clone()]);
    }

    /// Writes the lines in memory to a run.
    fn end_run(&mut self) -> io::Result<()> {
        self.sort();
        let file = written(|put| self.lines.iter().try_for_each(|line| put(&self.text[line.clone()])))?;
        self.text.clear();
        self.lines.clear();
        self.runs.push(SortedRun { file, level: 0 });
        while let Some(level) = self.runs.last().map(|run| run.level) {
            let start = self.runs.iter().position(|run| run.level == level).unwrap_or_default();
            if self.runs.len() - start < MAX_RUNS {
                break;
            }
            let runs = self.runs.split_off(start);
            let file = written(|put| merge(runs, put))?;
            self.runs.push(SortedRun { file, level: level + 1 });
        }
        Ok(())
    }
}

/// Returns a temporary file with the lines that `write_lines` passes to its argument. The file will be read from its start.
fn written(write_lines: impl FnOnce(&mut dyn FnMut(&[u8]) -> io::Result<()>) -> io::Result<()>) -> io::Result<File> {
    let file = tempfile::tempfile().map_err(about_temporary_file)?;
    let mut file = BufWriter::with_capacity(BUFFER_BYTES, file);
    write_lines(&mut |line| file.write_all(line).map_err(about_temporary_file))?;
    let file = file.into_inner().map_err(io::IntoInnerError::into_error);
    let rewound = file.and_then(|mut file| file.rewind().map(|()| file));
    rewound.map_err(about_temporary_file)
}

/// Passes the lines of sorted runs to `write`, in order and without repeated lines.
fn merge(runs: Vec<SortedRun>, mut write: impl FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
    let mut files: Vec<_> = runs.into_iter().map(|run| BufReader::with_capacity(BUFFER_BYTES, run.file)).collect();
    let read = |file: &mut BufReader<File>, line: &mut Vec<u8>| -> io::Result<bool> {
        line.clear();
        file.read_until(b'\n', line).map(|bytes| bytes > 0).map_err(about_temporary_file)
    };
    // The next line of each run.
    let mut next = BinaryHeap::with_capacity(files.len());
    for (index, file) in files.iter_mut().enumerate() {
        let mut line = Vec::new();
        if read(file, &mut line)? {
            next.push(Reverse((line, index)));
        }
    }
    let mut last = Vec::new();
    while let Some(Reverse((mut line, index))) = next.pop() {
        if line != last {
            write(&line)?;
            mem::swap(&mut last, &mut line);
        }
        if read(&mut files[index], &mut line)? {
            next.push(Reverse((line, index)));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the lines that a sorter with this much memory passes on, and the highest level of its runs.
    fn sorted(lines: &[String], max_bytes: usize) -> (Vec<String>, Option<u32>) {
        let mut sorter = LineSorter::new(max_bytes);
        lines.chunks(7).for_each(|lines| sorter.push(lines.concat().as_bytes()).expect("a temporary file"));
        let level = sorter.runs.iter().map(|run| run.level).max();
        let mut sorted = Vec::new();
        let write = |line: &[u8]| {
            sorted.push(String::from_utf8(line.to_vec()).expect("UTF-8"));
            Ok(())
        };
        sorter.finish(write).expect("temporary files");
        (sorted, level)
    }

    #[test]
    fn sorts_in_any_amount_of_memory() {
        // With repeated lines, empty ones, and ones that begin with another.
        let line = |index: usize| match index % 50 {
            0 => "\n".to_owned(),
            1 => format!("{}\n", "long ".repeat(40)),
            _ => format!("{}{}\n", index * 7919 % 1013, &"\t !"[..index % 4]),
        };
        let lines: Vec<_> = (0..5000).map(line).collect();
        let mut expected = lines.clone();
        expected.sort();
        expected.dedup();
        assert!(expected.len() > 1000);
        for (max_bytes, levels) in [(MAX_BYTES, None), (40_000, Some(0)), (2000, Some(1)), (400, Some(2)), (1, Some(3))]
        {
            let (found, level) = sorted(&lines, max_bytes);
            assert!(found == expected && level == levels, "{max_bytes} bytes: level {level:?}");
        }
        assert_eq!(sorted(&[], 1), (Vec::new(), None));
    }

    #[test]
    fn returns_errors_of_the_output() {
        for max_bytes in [1, 1000] {
            let mut sorter = LineSorter::new(max_bytes);
            sorter.push(b"b\na\n").expect("a temporary file");
            let error = sorter.finish(|_| Err(io::ErrorKind::StorageFull.into())).expect_err("it is full");
            assert_eq!(error.kind(), io::ErrorKind::StorageFull);
        }
    }
}
