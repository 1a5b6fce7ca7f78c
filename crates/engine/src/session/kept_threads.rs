//! Threads for searches and for their watchdogs, kept for later ones: on a busy machine a new
//! thread may wait to be scheduled, while one that has slept is resumed almost immediately. This
//! holds less for a thread that has computed much, so watchdogs and searches use separate threads.

use std::{
    cell::Cell,
    io, mem,
    panic::{AssertUnwindSafe, catch_unwind},
    process,
    sync::{
        Mutex,
        mpsc::{self, Receiver, Sender},
    },
    thread,
};

use jabberwock_search::SEARCH_STACK;

use crate::lock::lock;

/// Work for a kept thread. The returned function is called once the thread can be given the next
/// job.
type Job = Box<dyn FnOnce() -> Delivery + Send>;

/// Sends the result of a job to its receiver.
type Delivery = Box<dyn FnOnce()>;

/// Maximum number of idle threads of a kind; others end.
const MAX_IDLE: usize = 8;

/// The threads that searches run on.
pub(super) static SEARCHES: KeptThreads = KeptThreads::new(SEARCH_STACK);
/// The threads of watchdogs, which mostly wait.
pub(super) static WATCHDOGS: KeptThreads = KeptThreads::new(SEARCH_STACK);

/// Threads of a kind.
pub(super) struct KeptThreads {
    stack_size: usize,
    idle: Mutex<Idle>,
}

/// The idle threads of a kind.
struct Idle {
    /// The process that owns the threads.
    process: u32,
    /// The senders by which they receive their next job.
    senders: Vec<Sender<Job>>,
}

impl Idle {
    /// Returns the senders of threads of this process. A forked process has the memory of its
    /// parent but not its threads, so a job sent to them would never be done.
    fn of_this_process(&mut self) -> &mut Vec<Sender<Job>> {
        let process = process::id();
        if self.process != process {
            self.process = process;
            // They are not dropped, since that would wake their receivers.
            mem::forget(mem::take(&mut self.senders));
        }
        &mut self.senders
    }
}

impl KeptThreads {
    const fn new(stack_size: usize) -> KeptThreads {
        KeptThreads {
            stack_size,
            idle: Mutex::new(Idle {
                process: 0,
                senders: Vec::new(),
            }),
        }
    }

    /// Runs `job` on such a thread. Its result can be received when it has ended, nothing if it
    /// panicked. Consecutive jobs are run by the same thread, so that the memory which the
    /// allocator keeps for each thread does not multiply.
    ///
    /// # Errors
    /// If there is no such thread, and the system cannot create it.
    pub(super) fn run<T: Send + 'static>(
        &'static self,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> io::Result<Receiver<T>> {
        let (sender, receiver) = mpsc::channel();
        let job: Job = Box::new(move || {
            let result = catch_unwind(AssertUnwindSafe(job));
            Box::new(move || {
                if let Ok(value) = result {
                    // The receiver may have been dropped.
                    let _ = sender.send(value);
                }
            })
        });
        let idle = lock(&self.idle).of_this_process().pop();
        let job = match idle {
            None => job,
            Some(thread) => match thread.send(job) {
                Ok(()) => return Ok(receiver),
                Err(unsent) => unsent.0,
            },
        };
        thread::Builder::new()
            .stack_size(self.stack_size)
            .spawn(move || self.run_jobs(job))?;
        Ok(receiver)
    }

    /// Runs `first`, then further jobs, until there are enough other idle threads.
    fn run_jobs(&'static self, first: Job) {
        let mut next = Some(first);
        while let Some(job) = next {
            let (sender, jobs) = mpsc::channel();
            UNOFFERED.set(Some((self, sender)));
            let deliver = job();
            offer_this_thread();
            deliver();
            next = jobs.recv().ok();
        }
    }
}

thread_local! {
    /// The sender for the next job of a kept thread, until it is offered to [`KeptThreads`].
    static UNOFFERED: Cell<Option<(&'static KeptThreads, Sender<Job>)>> = const { Cell::new(None) };
}

/// Offers the calling thread, if it is a kept one whose job is about to end, for the next job,
/// which it begins afterwards. It ends instead if there are enough other idle threads.
pub(super) fn offer_this_thread() {
    if let Some((threads, sender)) = UNOFFERED.take() {
        let mut idle = lock(&threads.idle);
        let idle = idle.of_this_process();
        if idle.len() < MAX_IDLE {
            idle.push(sender);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{
        collections::HashSet,
        sync::mpsc,
        thread::{self, ThreadId},
        time::Duration,
    };

    use super::{KeptThreads, MAX_IDLE, SEARCHES, lock, offer_this_thread};

    #[test]
    fn threads_are_used_again() {
        let id = || {
            SEARCHES
                .run(|| thread::current().id())
                .unwrap()
                .recv()
                .unwrap()
        };
        let ids: HashSet<ThreadId> = (0..1000).map(|_| id()).collect();
        assert!(ids.len() < 1000);
    }

    #[test]
    fn a_thread_whose_job_is_about_to_end_is_given_the_next_one() {
        static THREADS: KeptThreads = KeptThreads::new(64 << 10);
        let (hold, released) = mpsc::channel::<()>();
        let (listed, is_listed) = mpsc::channel();
        let first = THREADS.run(move || {
            offer_this_thread();
            listed.send(()).unwrap();
            released.recv().unwrap();
            thread::current().id()
        });
        is_listed.recv().unwrap();
        let second = THREADS.run(|| thread::current().id());
        hold.send(()).unwrap();
        let [first, second] = [first, second].map(|end| end.unwrap().recv().unwrap());
        assert_eq!(first, second);
    }

    #[test]
    fn threads_of_the_process_that_this_one_was_forked_from_are_given_no_job() {
        static THREADS: KeptThreads = KeptThreads::new(64 << 10);
        let (sender, jobs) = mpsc::channel();
        {
            let mut idle = lock(&THREADS.idle);
            idle.process = std::process::id() + 1;
            idle.senders.push(sender);
        }
        let end = THREADS.run(|| 3).unwrap();
        assert_eq!(end.recv_timeout(Duration::from_mins(1)), Ok(3));
        assert!(jobs.try_recv().is_err());
    }

    #[test]
    fn nothing_comes_of_a_job_that_panics() {
        let end = SEARCHES.run(|| panic!("on purpose")).unwrap();
        assert!(end.recv().is_err());
    }

    #[test]
    fn jobs_at_the_same_time_have_a_thread_each_and_few_are_kept() {
        let (mut ends, mut holds) = (Vec::new(), Vec::new());
        for _ in 0..MAX_IDLE + 4 {
            let (hold, released) = mpsc::channel::<()>();
            holds.push(hold);
            let job = move || {
                let _ = released.recv_timeout(Duration::from_mins(1));
                thread::current().id()
            };
            ends.push(SEARCHES.run(job).unwrap());
        }
        drop(holds);
        let ids: HashSet<ThreadId> = ends.into_iter().map(|end| end.recv().unwrap()).collect();
        assert_eq!(ids.len(), MAX_IDLE + 4);
        assert!(lock(&SEARCHES.idle).senders.len() <= MAX_IDLE);
    }
}
