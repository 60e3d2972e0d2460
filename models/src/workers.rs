//! Models of the workers whose results are taken in the order of the jobs.

use crate::background_tasks::{BackgroundTasks, SerialQueue};
use crate::fail;
use crate::memory_budget::Turn;
use crate::ordered_workers::{IsCancelled, StopReason, Weigh, Worker, WorkerPool};
use crate::sync::{AtomicUsize, limit_threads};
use shuttle::rand::{Rng, thread_rng};
use shuttle::thread::yield_now;
use std::iter::repeat;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize as PlainUsize, Ordering};
use std::sync::{Arc, Mutex};

/// Bytes of a usual part.
const PART: usize = 10;
/// Bytes of a large part. Its worker waits until it is taken.
const LARGE: usize = 15;
/// Bytes of the queue: two usual parts.
const QUEUE: usize = 20;

/// The work of a job.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Task {
    /// Makes parts: their number, and the bytes of each.
    Parts(usize, usize),
    /// Makes usual parts, and wakes the caller when each is begun.
    Wakes(usize),
    /// Makes a part, and no other job is read meanwhile.
    Heavy,
    /// Waits for its turn, then makes a part.
    Waits,
    /// Makes a part, then panics.
    Panics,
    /// Makes parts until it is cancelled.
    Endless,
}

use Task::{Endless, Heavy, Panics, Parts, Waits, Wakes};

/// The events of a run. Locks and atomics of the standard library: they do not take part in the schedule.
#[derive(Default)]
struct Events {
    /// Parts that a worker has begun to make.
    made: PlainUsize,
    /// True if there is a queue. A run on one thread has none.
    has_queue: AtomicBool,
    /// Bytes that were put into the queue. A worker counts them later.
    queued: PlainUsize,
    /// Bytes that left the queue.
    removed: PlainUsize,
    is_heavy: AtomicBool,
    is_cancelled: AtomicBool,
    /// Takes part in the schedule, because the caller waits for it.
    is_over: AtomicUsize,
    tasks: PlainUsize,
    /// The job and the number of each part that was taken.
    taken: Mutex<Vec<(usize, usize)>>,
}

impl Events {
    fn taken(&self) -> Vec<(usize, usize)> {
        self.taken.lock().expect("no panic").clone()
    }
}

/// A part: its job, its number in the job, and its bytes.
struct Part {
    job: usize,
    number: usize,
    bytes: usize,
    events: Arc<Events>,
    /// True once it is weighed by a worker. The queue weighs it again when it is removed.
    is_weighed: AtomicBool,
}

impl Weigh for Part {
    fn bytes(&self) -> usize {
        self.events.has_queue.store(true, Ordering::SeqCst);
        if self.is_weighed.swap(true, Ordering::SeqCst) {
            self.events.removed.fetch_add(self.bytes, Ordering::SeqCst);
        }
        self.bytes
    }

    fn large(&self) -> Option<IsCancelled> {
        let events = self.events.clone();
        (self.bytes >= LARGE).then(|| Box::new(move || events.is_cancelled.load(Ordering::SeqCst)) as IsCancelled)
    }

    fn is_cancelled(&self) -> bool {
        self.events.is_cancelled.load(Ordering::SeqCst)
    }
}

struct Model(Arc<Events>, BackgroundTasks);

impl Model {
    fn part(&self, job: usize, number: usize, bytes: usize) -> Part {
        self.0.made.fetch_add(1, Ordering::SeqCst);
        Part { job, number, bytes, events: self.0.clone(), is_weighed: AtomicBool::new(false) }
    }

    /// Counts the bytes of a part that was put into the queue.
    fn count(&self, bytes: usize) {
        let queued = self.0.queued.fetch_add(bytes, Ordering::SeqCst) + bytes;
        let ahead = queued.saturating_sub(self.0.removed.load(Ordering::SeqCst));
        // The part for which the caller waits may exceed the queue.
        let has_queue = self.0.has_queue.load(Ordering::SeqCst);
        assert!(!has_queue || ahead <= QUEUE + LARGE, "{ahead} bytes are queued");
    }
}

impl Worker for Model {
    type Job = (usize, Task);
    type Part = Part;

    fn is_heavy(job: &Self::Job) -> bool {
        job.1 == Heavy
    }

    fn work(&mut self, (job, task): Self::Job, turn: &Turn, put: &mut dyn FnMut(Part) -> ControlFlow<()>) {
        match task {
            Parts(parts, bytes) => {
                for number in 0..parts {
                    if put(self.part(job, number, bytes)).is_break() {
                        return;
                    }
                    self.count(bytes);
                }
            }
            Wakes(parts) => {
                for number in 0..parts {
                    let part = self.part(job, number, PART);
                    self.1.wake();
                    let _ = put(part);
                }
            }
            Heavy => {
                assert!(turn.is_now());
                let _ = put(self.part(job, 0, PART));
                self.0.is_heavy.store(false, Ordering::SeqCst);
            }
            Waits => {
                turn.wait();
                assert!(turn.is_now());
                let _ = put(self.part(job, 0, PART));
            }
            Panics => {
                let _ = put(self.part(job, 0, PART));
                fail("a worker panics");
            }
            Endless => {
                while put(self.part(job, 0, PART)).is_continue() {}
                self.0.is_over.store(1, Ordering::SeqCst);
            }
        }
    }
}

/// Returns the job and the number of each part, in order.
fn parts_of(tasks: &[Task]) -> Vec<(usize, usize)> {
    let parts = |task: &Task| if let Parts(parts, _) | Wakes(parts) = task { *parts } else { 1 };
    tasks.iter().enumerate().flat_map(|(job, task)| (0..parts(task)).map(move |number| (job, number))).collect()
}

/// Returns the tasks, and tasks without end after them.
fn endless(tasks: &[Task]) -> impl Iterator<Item = Task> + '_ {
    tasks.iter().copied().chain(repeat(Parts(1, PART)))
}

fn pool(threads: usize) -> WorkerPool {
    limit_threads(usize::MAX);
    WorkerPool { threads, max_bytes: QUEUE, ..WorkerPool::default() }
}

/// Runs the jobs, and passes the parts to `take` after they are noted in `events`.
fn run<B>(
    pool: &WorkerPool,
    events: &Arc<Events>,
    tasks: impl Iterator<Item = Task> + Send,
    mut take: impl FnMut(&Part) -> ControlFlow<B>,
) -> Result<(), StopReason<B>> {
    let jobs = tasks.enumerate().inspect(|job| {
        let was_heavy = events.is_heavy.swap(job.1 == Heavy, Ordering::SeqCst);
        assert!(!was_heavy, "a job is read during a heavy one");
    });
    let background = pool.background.clone();
    pool.run(
        jobs,
        || Model(events.clone(), background.clone()),
        |part| {
            events.taken.lock().expect("no panic").push((part.job, part.number));
            take(&part)
        },
    )
}

/// All parts are taken, in the order of the jobs, few of them are queued, and no job is read during a heavy one. Jobs get their turn.
pub fn parts_are_taken_in_order() {
    const TASKS: &[Task] =
        &[Parts(2, PART), Parts(0, 0), Heavy, Parts(3, PART), Waits, Parts(1, LARGE), Parts(1, 2 * QUEUE)];
    let events = Arc::new(Events::default());
    let result = run(&pool(3), &events, TASKS.iter().copied(), |_| ControlFlow::<()>::Continue(()));
    assert_eq!(result, Ok(()));
    assert_eq!(events.taken(), parts_of(TASKS));
}

/// While a large part is taken, its worker makes no other.
pub fn a_worker_waits_while_a_large_part_is_taken() {
    const TASKS: &[Task] = &[Parts(3, LARGE)];
    let events = Arc::new(Events::default());
    let result = run(&pool(2), &events, TASKS.iter().copied(), |part| {
        for _ in 0..3 {
            assert_eq!(events.made.load(Ordering::SeqCst), part.number + 1);
            yield_now();
        }
        ControlFlow::<()>::Continue(())
    });
    assert_eq!(result, Ok(()));
}

/// While a usual part is taken, its room is free: the worker puts another part into the queue.
pub fn there_is_room_while_a_part_is_taken() {
    const TASKS: &[Task] = &[Wakes(4)];
    let (pool, events) = (pool(2), Arc::new(Events::default()));
    let result = run(&pool, &events, TASKS.iter().copied(), |part| {
        if part.number == 0 {
            // Parts 1 and 2 are queued, and part 3 is begun.
            pool.background.help_until(|| events.made.load(Ordering::SeqCst) == 4);
        }
        ControlFlow::<()>::Continue(())
    });
    assert_eq!((result, events.taken()), (Ok(()), parts_of(TASKS)));
}

/// The callback stops after some part, by its result or by a panic. All workers end, and the reason is reported.
pub fn the_callback_ends_the_run() {
    const TASKS: &[Task] = &[Parts(2, PART), Waits, Parts(2, LARGE), Heavy, Parts(2, PART)];
    let events = Arc::new(Events::default());
    let (stop, panics) = (thread_rng().gen_range(0..parts_of(TASKS).len()), thread_rng().gen_bool(0.5));
    let mut left = stop;
    let take = |_: &Part| match left.checked_sub(1) {
        Some(less) => {
            left = less;
            ControlFlow::Continue(())
        }
        None if panics => fail("the callback panics"),
        None => ControlFlow::Break(stop),
    };
    let result = catch_unwind(AssertUnwindSafe(|| run(&pool(3), &events, endless(TASKS), take)));
    match result {
        Ok(result) => assert!(!panics && result == Err(StopReason::Asked(stop))),
        Err(payload) => assert!(panics && payload.is::<String>()),
    }
    assert_eq!(events.taken(), parts_of(TASKS)[..=stop]);
}

/// A worker panics. The other workers end, the panic is reported, and the parts that were taken before are in order.
pub fn a_panic_of_a_worker_ends_the_run() {
    const TASKS: &[Task] = &[Parts(2, PART), Parts(3, PART), Panics, Waits, Heavy, Parts(1, LARGE)];
    let events = Arc::new(Events::default());
    let result = run(&pool(3), &events, endless(TASKS), |_| ControlFlow::<()>::Continue(()));
    assert_eq!(result, Err(StopReason::Panic("a worker panics".to_owned())));
    let taken = events.taken();
    // The parts of the job up to its panic may be taken, and no later ones.
    assert!(taken.len() <= 6 && parts_of(TASKS).starts_with(&taken), "{taken:?}");
}

/// The iterator of the jobs panics while the workers share it.
pub fn a_panic_of_the_jobs_ends_the_run() {
    let events = Arc::new(Events::default());
    let jobs = (0..).map(|job| if job == 2 { fail("no plan") } else { (job, Parts(1, PART)) });
    let pool = pool(3);
    let background = pool.background.clone();
    let worker = || Model(events.clone(), background.clone());
    let result = pool.run(jobs, worker, |_| ControlFlow::<()>::Continue(()));
    assert_eq!(result, Err(StopReason::Panic("no plan".to_owned())));
}

/// Not all threads can be started. The run continues with the others, or on this thread, and the number is reported.
pub fn the_run_continues_with_the_threads_that_started() {
    const TASKS: &[Task] = &[Parts(2, PART), Heavy, Parts(1, LARGE), Waits, Parts(2, PART)];
    let (pool, events) = (pool(3), Arc::new(Events::default()));
    let started = thread_rng().gen_range(0..3);
    limit_threads(started);
    let result = run(&pool, &events, TASKS.iter().copied(), |_| ControlFlow::<()>::Continue(()));
    assert_eq!(result, Ok(()));
    assert_eq!(pool.shortage.take().map(|(started, _)| started), Some(started));
    assert_eq!(events.taken(), parts_of(TASKS));
}

/// The callback pushes background tasks, as an output does. The run ends after the last of them.
pub fn background_tasks_end_before_the_run() {
    const TASKS: &[Task] = &[Parts(2, PART), Waits, Heavy, Parts(2, LARGE)];
    let (pool, events, queue) = (pool(2), Arc::new(Events::default()), SerialQueue::default());
    let result = run(&pool, &events, TASKS.iter().copied(), |_| {
        let counted = events.clone();
        pool.background.push(&queue, move |_| {
            yield_now();
            counted.tasks.fetch_add(1, Ordering::SeqCst);
        });
        ControlFlow::<()>::Continue(())
    });
    assert_eq!((result, events.taken()), (Ok(()), parts_of(TASKS)));
    assert_eq!(events.tasks.load(Ordering::SeqCst), parts_of(TASKS).len());
}

/// A background task panics, on a worker or on the thread of the caller. The run ends, and a panic of a worker is reported.
pub fn a_panic_of_a_background_task_ends_the_run() {
    const TASKS: &[Task] = &[Parts(2, PART), Waits, Heavy, Parts(2, LARGE)];
    let (pool, events, queue) = (pool(2), Arc::new(Events::default()), SerialQueue::default());
    let result = catch_unwind(AssertUnwindSafe(|| {
        run(&pool, &events, TASKS.iter().copied(), |part| {
            if part.job == 2 {
                pool.background.push(&queue, |_| fail("a task panics"));
            }
            ControlFlow::<()>::Continue(())
        })
    }));
    match result {
        Ok(result) => assert_eq!(result, Err(StopReason::Panic("a task panics".to_owned()))),
        Err(payload) => assert_eq!(payload.downcast_ref::<String>().map(String::as_str), Some("a task panics")),
    }
}

/// The callback cancels the current job and waits until its worker is done, as for a segment that is read again. The queue may be full.
pub fn a_cancelled_job_ends() {
    const TASKS: &[Task] = &[Parts(1, PART), Endless];
    let (pool, events) = (pool(2), Arc::new(Events::default()));
    let result = run(&pool, &events, TASKS.iter().copied(), |part| {
        if part.job == 0 {
            return ControlFlow::Continue(());
        }
        // Meanwhile the worker may fill the queue.
        (0..10).for_each(|_| yield_now());
        events.is_cancelled.store(true, Ordering::SeqCst);
        pool.background.wake();
        pool.background.help_until(|| events.is_over.load(Ordering::SeqCst) == 1);
        ControlFlow::Break(())
    });
    assert_eq!(result, Err(StopReason::Asked(())));
}
