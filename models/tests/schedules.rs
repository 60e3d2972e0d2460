//! Runs each model under many schedules.

use tagrake_models::remote::{self, End};
use tagrake_models::{budget, check, tasks, workers};

#[test]
fn parts_are_taken_in_order() {
    check(workers::parts_are_taken_in_order);
}

#[test]
fn a_worker_waits_while_a_large_part_is_taken() {
    check(workers::a_worker_waits_while_a_large_part_is_taken);
}

#[test]
fn there_is_room_while_a_part_is_taken() {
    check(workers::there_is_room_while_a_part_is_taken);
}

#[test]
fn the_callback_ends_the_run() {
    check(workers::the_callback_ends_the_run);
}

#[test]
fn a_panic_of_a_worker_ends_the_run() {
    check(workers::a_panic_of_a_worker_ends_the_run);
}

#[test]
fn a_panic_of_the_jobs_ends_the_run() {
    check(workers::a_panic_of_the_jobs_ends_the_run);
}

#[test]
fn the_run_continues_with_the_threads_that_started() {
    check(workers::the_run_continues_with_the_threads_that_started);
}

#[test]
fn background_tasks_end_before_the_run() {
    check(workers::background_tasks_end_before_the_run);
}

#[test]
fn a_panic_of_a_background_task_ends_the_run() {
    check(workers::a_panic_of_a_background_task_ends_the_run);
}

#[test]
fn a_cancelled_job_ends() {
    check(workers::a_cancelled_job_ends);
}

#[test]
fn tasks_run_in_order() {
    check(tasks::tasks_run_in_order);
}

#[test]
fn a_push_wakes_a_thread_that_helps() {
    check(tasks::a_push_wakes_a_thread_that_helps);
}

#[test]
fn a_task_that_panics_is_finished() {
    check(tasks::a_task_that_panics_is_finished);
}

#[test]
fn claims_fit_in_the_pool() {
    check(budget::claims_fit_in_the_pool);
}

#[test]
fn a_release_wakes_a_job_that_waits() {
    check(budget::a_release_wakes_a_job_that_waits);
}

#[test]
fn a_claim_passes_on_until_a_job_waits() {
    check(budget::a_claim_passes_on_until_a_job_waits);
}

#[test]
fn chunks_arrive_in_order() {
    check(|| remote::chunks_arrive_in_order(End::Complete));
}

#[test]
fn the_error_of_a_download_arrives_after_its_chunks() {
    check(|| remote::chunks_arrive_in_order(End::Failure));
}

#[test]
fn the_panic_of_a_download_is_reported_after_its_chunks() {
    check(|| remote::chunks_arrive_in_order(End::Silence));
}

#[test]
fn a_download_ends_after_its_reader() {
    check(remote::a_download_ends_after_its_reader);
}
