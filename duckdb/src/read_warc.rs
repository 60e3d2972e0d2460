//! The table function `read_warc`.

use crate::arguments::{Arguments, parameters};
use crate::arrow_bridge;
use crate::batch_stream::BatchStream;
use crate::page_options::fields_of;
use crate::warc_scan::WarcScan;
use duckdb::arrow::array::{ArrayRef, Int64Array, RecordBatch, RecordBatchOptions};
use duckdb::arrow::datatypes::{Field, Schema};
use duckdb::arrow::error::ArrowError;
use duckdb::core::{DataChunkHandle, LogicalTypeHandle, LogicalTypeId};
use duckdb::vtab::{
    BindInfo, InitInfo, TableFunctionInfo, VTab, record_batch_to_duckdb_data_chunk, to_duckdb_logical_type,
};
use std::error::Error;
use std::sync::{Arc, OnceLock};
use std::thread;
use tagrake_bulk::columns;

/// `read_warc(path, ...)`: rows of the pages in files, in the order of the files.
pub(crate) struct ReadWarc;

/// An execution of a query.
pub(crate) struct Execution {
    /// The indices of the columns that the query needs.
    columns: Vec<usize>,
    /// The batches, which all threads take. The first thread starts the run.
    stream: OnceLock<Result<BatchStream, String>>,
}

impl VTab for ReadWarc {
    type BindData = WarcScan;
    type InitData = Execution;

    fn bind(bind: &BindInfo) -> Result<WarcScan, Box<dyn Error>> {
        let scan = WarcScan::new(&Arguments(bind))?;
        let schema = columns::schema(scan.table, &fields_of(scan.table, &scan.columns)?);
        for name in &scan.columns {
            let data_type = arrow_bridge::data_type(schema.field_with_name(name)?.data_type())?;
            bind.add_result_column(name, to_duckdb_logical_type(&data_type)?);
        }
        Ok(scan)
    }

    fn init(init: &InitInfo) -> Result<Execution, Box<dyn Error>> {
        // Threads of DuckDB copy the batches, one each, and pass them on. If a query needs the order of the rows, DuckDB uses
        // one thread.
        init.set_max_threads(thread::available_parallelism().map_or(1, |cores| cores.get() as u64));
        let columns = init.get_column_indices().into_iter().map(|index| index as usize).collect();
        Ok(Execution { columns, stream: OnceLock::new() })
    }

    fn func(info: &TableFunctionInfo<Self>, output: &mut DataChunkHandle) -> Result<(), Box<dyn Error>> {
        let (scan, execution) = (info.get_bind_data(), info.get_init_data());
        let Some(batch) = execution.next_batch(scan, chunk_rows(output))? else {
            output.set_len(0);
            return Ok(());
        };
        record_batch_to_duckdb_data_chunk(&execution.projected(scan, &batch)?, output)
    }

    fn supports_pushdown() -> bool {
        true
    }

    fn parameters() -> Option<Vec<LogicalTypeHandle>> {
        Some(vec![LogicalTypeId::Any.into()])
    }

    fn named_parameters() -> Option<Vec<(String, LogicalTypeHandle)>> {
        Some(parameters())
    }
}

impl Execution {
    /// Returns the next batch of the run, which starts with the first call. Any thread may wait for it.
    fn next_batch(&self, scan: &WarcScan, max_rows: usize) -> Result<Option<arrow_array::RecordBatch>, String> {
        let stream = self.stream.get_or_init(|| self.start(scan, max_rows).map_err(|error| error.to_string()));
        stream.as_ref().map_err(Clone::clone)?.next().transpose()
    }

    fn start(&self, scan: &WarcScan, max_rows: usize) -> Result<BatchStream, Box<dyn Error>> {
        // Without a column, as for `count(*)`, the first one has the number of rows.
        let names: Vec<_> = self.columns.iter().filter_map(|&index| scan.columns.get(index)).cloned().collect();
        let names = if names.is_empty() { scan.columns[..1].to_vec() } else { names };
        let (run, batches) = scan.run(fields_of(scan.table, &names)?, max_rows)?;
        let (inputs, end) = scan.source();
        Ok(BatchStream::start(run, batches, inputs, end)?)
    }

    /// Returns the columns that the query needs, in the order of the query.
    fn projected(&self, scan: &WarcScan, batch: &arrow_array::RecordBatch) -> Result<RecordBatch, ArrowError> {
        let column = |index: &usize| match scan.columns.get(*index).and_then(|name| batch.column_by_name(name)) {
            Some(column) => arrow_bridge::array(column),
            // The row id is not a column, and its value is not used.
            None => Ok(Arc::new(Int64Array::from(vec![0; batch.num_rows()])) as ArrayRef),
        };
        let arrays = self.columns.iter().map(column).collect::<Result<Vec<_>, _>>()?;
        let fields = arrays.iter().map(|array| Field::new("", array.data_type().clone(), true));
        let options = RecordBatchOptions::new().with_row_count(Some(batch.num_rows()));
        RecordBatch::try_new_with_options(Arc::new(Schema::new(fields.collect::<Vec<_>>())), arrays, &options)
    }
}

/// Returns the number of rows that a chunk has room for.
fn chunk_rows(chunk: &DataChunkHandle) -> usize {
    if chunk.num_columns() == 0 { 2048 } else { chunk.flat_vector(0).capacity() }
}
