use super::*;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// The size from which parts are large.
const LARGE: usize = 40;

/// A job number, and a size in bytes.
#[derive(Debug, PartialEq, Eq)]
struct Part(usize, usize);

impl Weigh for Part {
    fn bytes(&self) -> usize {
        self.1
    }

    fn large(&self) -> Option<IsCancelled> {
        (self.1 >= LARGE).then(|| Box::new(|| false) as IsCancelled)
    }

    fn is_cancelled(&self) -> bool {
        false
    }
}

/// Emits as many parts as the job says, and panics for 100 or more.
struct Fake;

impl Worker for Fake {
    type Job = (usize, usize);
    type Part = Part;

    fn is_heavy(job: &Self::Job) -> bool {
        job.0.is_multiple_of(5)
    }

    fn work(&mut self, (job, parts): Self::Job, _: &Turn, put: &mut dyn FnMut(Part) -> ControlFlow<()>) {
        assert!(parts < 100, "job {job} is too long");
        for part in 0..parts {
            if (job + part).is_multiple_of(7) {
                thread::sleep(Duration::from_micros(100));
            }
            if put(Part(job, (job * 31 + part * 17) % 50)).is_break() {
                return;
            }
        }
    }
}

/// Counts the parts that it has begun to make.
struct Counting<'c>(&'c AtomicUsize);

impl Worker for Counting<'_> {
    type Job = (usize, usize);
    type Part = Part;

    fn is_heavy(_: &Self::Job) -> bool {
        false
    }

    fn work(&mut self, (job, parts): Self::Job, _: &Turn, put: &mut dyn FnMut(Part) -> ControlFlow<()>) {
        for _ in 0..parts {
            self.0.fetch_add(1, Ordering::SeqCst);
            if put(Part(job, LARGE)).is_break() {
                return;
            }
        }
    }
}

/// While a large row was written, its worker read the next page and made its row.
#[test]
fn a_worker_makes_no_part_while_a_large_one_is_taken() {
    let (made, mut taken) = (AtomicUsize::new(0), 0);
    let pool = WorkerPool { threads: 2, max_bytes: 1000, ..WorkerPool::default() };
    let result = pool.run(
        [(0, 20)].into_iter(),
        || Counting(&made),
        |_| {
            taken += 1;
            (0..200).for_each(|_| thread::yield_now());
            assert_eq!(made.load(Ordering::SeqCst), taken);
            ControlFlow::<()>::Continue(())
        },
    );
    assert_eq!((result, taken), (Ok(()), 20));
}

#[test]
fn parts_are_taken_in_the_order_of_jobs_and_few_wait() {
    let jobs = || (0..200).map(|job| (job, job * 7 % 11));
    let expected: Vec<_> =
        jobs().flat_map(|(job, parts)| (0..parts).map(move |part| Part(job, (job * 31 + part * 17) % 50))).collect();
    for threads in [1, 2, 3, 7] {
        for max_bytes in [0, 1, 60, 10_000] {
            let mut parts = Vec::new();
            let pool = WorkerPool { threads, max_bytes, ..WorkerPool::default() };
            let result = pool.run(
                jobs(),
                || Fake,
                |part| {
                    parts.push(part);
                    ControlFlow::<()>::Continue(())
                },
            );
            assert_eq!(result, Ok(()));
            assert_eq!(parts, expected, "{threads} threads, {max_bytes} bytes");
        }
    }
}

/// Emits as many parts of 10 bytes as the job says, and counts them.
struct Counts<'m>(&'m AtomicUsize);

impl Worker for Counts<'_> {
    type Job = (usize, usize);
    type Part = Part;

    fn is_heavy(_: &Self::Job) -> bool {
        false
    }

    fn work(&mut self, (job, parts): Self::Job, _: &Turn, put: &mut dyn FnMut(Part) -> ControlFlow<()>) {
        for _ in 0..parts {
            self.0.fetch_add(1, Ordering::SeqCst);
            let _ = put(Part(job, 10));
        }
    }
}

#[test]
fn a_worker_that_is_ahead_waits() {
    let (made, mut taken) = (AtomicUsize::new(0), 0);
    let pool = WorkerPool { threads: 4, max_bytes: 50, ..WorkerPool::default() };
    let result = pool.run(
        (0..300).map(|job| (job, 1)),
        || Counts(&made),
        |_| {
            if taken < 20 {
                thread::sleep(Duration::from_millis(1));
            }
            taken += 1;
            // Parts that wait, parts in progress, and this part.
            assert!(made.load(Ordering::SeqCst) <= taken + 6 + 2 * 4 + 1);
            ControlFlow::<()>::Continue(())
        },
    );
    assert_eq!((result, taken), (Ok(()), 300));
}

/// The worker of the current job used to queue all parts of its job.
#[test]
fn the_worker_of_the_current_job_waits() {
    let (made, mut taken) = (AtomicUsize::new(0), 0);
    let pool = WorkerPool { threads: 2, max_bytes: 50, ..WorkerPool::default() };
    let result = pool.run(
        (0..3).map(|job| (job, 100)),
        || Counts(&made),
        |_| {
            thread::sleep(Duration::from_micros(200));
            taken += 1;
            // Parts that are queued, a part of each worker in progress, and the part that the caller waits for.
            assert!(made.load(Ordering::SeqCst) <= taken + 5 + 2 + 1);
            ControlFlow::<()>::Continue(())
        },
    );
    assert_eq!((result, taken), (Ok(()), 300));
}

#[test]
fn the_callback_can_stop_at_any_part() {
    for threads in [1, 2, 5] {
        for stop in [0, 1, 17, 99] {
            let mut count = 0;
            let pool = WorkerPool { threads, max_bytes: 30, ..WorkerPool::default() };
            let result = pool.run(
                (0..).map(|job| (job, 3)),
                || Fake,
                |part| {
                    count += 1;
                    if count > stop { ControlFlow::Break(part.0) } else { ControlFlow::Continue(()) }
                },
            );
            assert_eq!((result, count), (Err(StopReason::Asked(stop / 3)), stop + 1), "{threads} threads");
        }
    }
}

#[test]
fn reports_a_panic() {
    for threads in [1, 2, 5] {
        let jobs = (0..).map(|job| (job, if job == 13 { 100 } else { 2 }));
        let pool = WorkerPool { threads, max_bytes: 30, ..WorkerPool::default() };
        let result = pool.run(jobs, || Fake, |_| ControlFlow::<()>::Continue(()));
        assert_eq!(result, Err(StopReason::Panic("job 13 is too long".to_owned())));
        let jobs = (0..).map(|job| if job == 3 { panic!("no plan") } else { (job, 1) });
        let result = pool.run(jobs, || Fake, |_| ControlFlow::<()>::Continue(()));
        assert_eq!(result, Err(StopReason::Panic("no plan".to_owned())), "{threads} threads");
    }
}

/// A failed thread start used to deadlock the run or end it with a panic.
#[test]
fn continues_with_the_threads_that_started() {
    for started in [0, 1, 2, 4] {
        let mut count = 0;
        let pool = WorkerPool { threads: 5, max_bytes: 30, ..WorkerPool::default() };
        let may_start = |number| {
            if number < started { Ok(()) } else { Err(io::Error::from(io::ErrorKind::WouldBlock)) }
        };
        let jobs = (0..50).map(|job| (job, 3));
        let take = |_| {
            count += 1;
            ControlFlow::<()>::Continue(())
        };
        assert_eq!(pool.run_threads(jobs, || Fake, take, may_start), Ok(()), "{started} threads");
        assert_eq!((count, pool.shortage.take().map(|(started, _)| started)), (150, Some(started)));
    }
}

#[test]
fn each_job_gets_its_turn() {
    struct Waits;
    impl Worker for Waits {
        type Job = usize;
        type Part = Part;
        fn is_heavy(_: &usize) -> bool {
            false
        }
        fn work(&mut self, job: usize, turn: &Turn, put: &mut dyn FnMut(Part) -> ControlFlow<()>) {
            if job.is_multiple_of(3) {
                turn.wait();
                assert!(turn.is_now());
            }
            let _ = put(Part(job, 40));
        }
    }
    for threads in [1, 2, 5] {
        let mut parts = Vec::new();
        let pool = WorkerPool { threads, max_bytes: 50, ..WorkerPool::default() };
        let result = pool.run(
            0..300,
            || Waits,
            |part| {
                parts.push(part.0);
                ControlFlow::<()>::Continue(())
            },
        );
        assert_eq!((result, parts), (Ok(()), (0..300).collect()), "{threads} threads");
    }
}

/// A part of a job that may be cancelled.
struct OfCancelled<'c>(&'c AtomicBool);

impl Weigh for OfCancelled<'_> {
    fn bytes(&self) -> usize {
        10
    }

    fn large(&self) -> Option<IsCancelled> {
        None
    }

    fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}

/// Emits parts until one is refused.
struct Endless<'c> {
    is_cancelled: &'c AtomicBool,
    is_over: &'c AtomicBool,
}

impl<'c> Worker for Endless<'c> {
    type Job = ();
    type Part = OfCancelled<'c>;

    fn is_heavy((): &Self::Job) -> bool {
        false
    }

    fn work(&mut self, (): (), _: &Turn, put: &mut dyn FnMut(OfCancelled<'c>) -> ControlFlow<()>) {
        while put(OfCancelled(self.is_cancelled)).is_continue() {}
        self.is_over.store(true, Ordering::SeqCst);
    }
}

/// A worker waited for room in the queue, and the caller, which takes the parts, for the worker.
#[test]
fn a_cancelled_job_ends_while_no_part_is_taken() {
    let (is_cancelled, is_over) = (AtomicBool::new(false), AtomicBool::new(false));
    let pool = WorkerPool { threads: 2, max_bytes: 50, ..WorkerPool::default() };
    let result = pool.run(
        [()].into_iter(),
        || Endless { is_cancelled: &is_cancelled, is_over: &is_over },
        |_| {
            // The queue is full by now.
            thread::sleep(Duration::from_millis(20));
            is_cancelled.store(true, Ordering::SeqCst);
            pool.background.wake();
            let start = Instant::now();
            while !is_over.load(Ordering::SeqCst) {
                assert!(start.elapsed() < Duration::from_secs(60), "the worker waits");
                thread::yield_now();
            }
            ControlFlow::Break(())
        },
    );
    assert_eq!(result, Err(StopReason::Asked(())));
}
