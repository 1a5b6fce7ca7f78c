//! Dispatch of messages to the state machine of a protocol.
//!
//! The input has a thread and each search has one. Messages are handled one at a time, so the state
//! of a protocol needs no locks of its own. A thread that has a line of input or a result handles
//! it itself, unless another one is handling messages; that one then handles it, too. So no thread
//! has to be woken between a line and the search that it starts, or between a result and the line
//! that is printed for it; on a busy machine a woken thread may have to wait. Events of a search
//! before its result are less urgent. They are handled by the thread that waits for the end of the
//! session: a search that is preempted while it prints would delay the result of its watchdog.

use std::{
    any::Any,
    collections::VecDeque,
    fmt, io,
    ops::ControlFlow,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
};

use crate::{lock::lock, session::SearchEvent};

/// A message to a protocol.
#[derive(Debug)]
pub(crate) enum Message {
    /// A line of input without its line end; invalid UTF-8 is replaced.
    Line(String),
    /// The beginning of a line that is too long to be a command.
    TooLong(String),
    /// The input has ended.
    End,
    /// An event of the search with this number.
    Search(u64, SearchEvent),
    /// The result of the job (work that is not a search) with this number, as lines to print.
    Job(u64, Vec<String>),
}

/// The handler of messages; it breaks with the result of the session when that is over.
pub(crate) type Handler = dyn FnMut(Message) -> ControlFlow<io::Result<()>> + Send;

/// Receiver of messages from the input, searches and jobs. Clones send to the same handler.
#[derive(Clone, Debug, Default)]
pub(crate) struct Dispatcher(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    /// Notified when a message has been taken, or the handler is free or has ended.
    changed: Condvar,
    /// Notified when a message is posted for the thread that waits for the end.
    posted: Condvar,
}

#[derive(Debug, Default)]
struct State {
    handling: Handling,
    /// Whether a thread waits for the end.
    has_waiter: bool,
    /// The pending messages, in order.
    waiting: VecDeque<Message>,
}

/// The state of the handler.
#[derive(Default)]
enum Handling {
    /// There is none yet, or a thread is handling a message.
    #[default]
    Busy,
    /// It can handle a message.
    Free(Box<Handler>),
    /// The session is over, with this result until that is taken.
    Over(Option<Result<io::Result<()>, Box<dyn Any + Send>>>),
}

impl fmt::Debug for Handling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Handling::Busy => "Busy",
            Handling::Free(_) => "Free",
            Handling::Over(_) => "Over",
        })
    }
}

impl State {
    /// Takes the handler if it is free.
    fn take_handler(&mut self) -> Option<Box<Handler>> {
        match std::mem::take(&mut self.handling) {
            Handling::Free(handler) => Some(handler),
            other => {
                self.handling = other;
                None
            }
        }
    }

    fn is_busy(&self) -> bool {
        matches!(self.handling, Handling::Busy)
    }

    fn is_over(&self) -> bool {
        matches!(self.handling, Handling::Over(_))
    }
}

impl Dispatcher {
    /// Maximum number of pending messages; a search or job that sends another one blocks.
    const CAPACITY: usize = 64;

    /// Creates a dispatcher whose messages can be received instead of being handled.
    #[cfg(test)]
    pub(crate) fn with_receiver() -> (Dispatcher, std::sync::mpsc::Receiver<Message>) {
        let (sender, receiver) = std::sync::mpsc::channel();
        let dispatcher = Dispatcher::default();
        dispatcher.handle_by(Box::new(move |message| {
            // A test may have dropped the receiver.
            let _ = sender.send(message);
            ControlFlow::Continue(())
        }));
        (dispatcher, receiver)
    }

    /// Sets the handler of messages. To be called once, before any message is sent.
    pub(crate) fn handle_by(&self, handler: Box<Handler>) {
        self.lock().handling = Handling::Free(handler);
    }

    /// Sends a message of a search that is not urgent. Leaves it to the thread that waits for the
    /// end, if there is one and it does not lag behind.
    pub(crate) fn post(&self, message: Message) {
        let mut state = self.wait_for_room();
        if state.is_over() {
            return;
        }
        state.waiting.push_back(message);
        if state.has_waiter && state.waiting.len() < Dispatcher::CAPACITY {
            self.0.posted.notify_one();
        } else {
            self.handle_waiting(state);
        }
    }

    /// Sends an urgent message of a search or a job, and handles it unless another thread is
    /// handling messages.
    pub(crate) fn report(&self, message: Message) {
        let mut state = self.wait_for_room();
        if !state.is_over() {
            state.waiting.push_back(message);
            self.handle_waiting(state);
        }
    }

    /// Sends a message of the input, which has one thread, and waits until it is handled, so that
    /// lines do not accumulate. `false` if the session is over.
    pub(crate) fn send_input(&self, message: Message) -> bool {
        let mut state = self.lock();
        state.waiting.push_back(message);
        self.handle_waiting(state);
        let state = self.wait_while(self.lock(), |state| state.is_busy());
        !state.is_over()
    }

    /// Returns a listener that sends the events of search number `search`.
    pub(crate) fn listener(&self, search: u64) -> Box<dyn FnMut(SearchEvent) + Send> {
        let dispatcher = self.clone();
        Box::new(move |event| {
            // Events after the end of the session are dropped.
            let is_result = matches!(event, SearchEvent::Result(_));
            let message = Message::Search(search, event);
            if is_result {
                dispatcher.report(message);
            } else {
                dispatcher.post(message);
            }
        })
    }

    /// Waits until the session is over, and returns its result. Handles messages that are not
    /// urgent.
    ///
    /// # Errors
    /// The error is the handler's.
    ///
    /// # Panics
    /// If the handler has panicked.
    pub(crate) fn wait_for_end(&self) -> io::Result<()> {
        let mut state = self.lock();
        state.has_waiter = true;
        loop {
            if let Handling::Over(result) = &mut state.handling {
                let result = result.take();
                drop(state);
                return match result {
                    Some(Err(panic)) => resume_unwind(panic),
                    Some(Ok(result)) => result,
                    None => Ok(()),
                };
            }
            self.handle_waiting(state);
            let is_idle = |state: &mut State| {
                !state.is_over() && (state.is_busy() || state.waiting.is_empty())
            };
            let waited = self.0.posted.wait_while(self.lock(), is_idle);
            state = waited.unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Handles all pending messages, unless the handler is busy or the session is over.
    fn handle_waiting<'a>(&'a self, mut state: MutexGuard<'a, State>) {
        let Some(mut handler) = state.take_handler() else {
            return;
        };
        let result = loop {
            let Some(message) = state.waiting.pop_front() else {
                state.handling = Handling::Free(handler);
                return self.0.changed.notify_all();
            };
            drop(state);
            self.0.changed.notify_all();
            match catch_unwind(AssertUnwindSafe(|| handler(message))) {
                Ok(ControlFlow::Continue(())) => {}
                Ok(ControlFlow::Break(result)) => break Ok(result),
                Err(panic) => break Err(panic),
            }
            state = self.lock();
        };
        // Dropping it may stop searches.
        drop(handler);
        let mut state = self.lock();
        state.handling = Handling::Over(Some(result));
        state.waiting.clear();
        self.0.changed.notify_all();
        self.0.posted.notify_all();
    }

    /// Waits while there are too many messages and a handler to take them.
    fn wait_for_room(&self) -> MutexGuard<'_, State> {
        let is_full =
            |state: &mut State| state.is_busy() && state.waiting.len() >= Dispatcher::CAPACITY;
        self.wait_while(self.lock(), is_full)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        lock(&self.0.state)
    }

    fn wait_while<'a>(
        &self,
        state: MutexGuard<'a, State>,
        condition: impl FnMut(&mut State) -> bool,
    ) -> MutexGuard<'a, State> {
        let waited = self.0.changed.wait_while(state, condition);
        waited.unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::{
        io,
        ops::ControlFlow,
        panic::{AssertUnwindSafe, catch_unwind},
        sync::{
            Arc, Mutex,
            atomic::{AtomicBool, AtomicUsize, Ordering},
            mpsc::{self, Receiver, Sender},
        },
        thread::{self, ThreadId},
        time::Duration,
    };

    use super::{Dispatcher, Message};

    fn job(number: u64) -> Message {
        Message::Job(number, Vec::new())
    }

    fn line(text: &str) -> Message {
        Message::Line(text.to_owned())
    }

    /// Creates a dispatcher whose handler waits for a permission before each message, and then
    /// reports the message.
    fn held() -> (Dispatcher, Sender<()>, Receiver<String>) {
        let (permit, permitted) = mpsc::channel();
        let (tell, told) = mpsc::channel();
        let dispatcher = Dispatcher::default();
        dispatcher.handle_by(Box::new(move |message| {
            permitted.recv().unwrap();
            tell.send(format!("{message:?}")).unwrap();
            ControlFlow::Continue(())
        }));
        (dispatcher, permit, told)
    }

    #[test]
    fn messages_of_many_threads_are_handled_one_at_a_time() {
        let dispatcher = Dispatcher::default();
        let is_inside = Arc::<AtomicBool>::default();
        let handled = Arc::<Mutex<Vec<(u64, ThreadId)>>>::default();
        dispatcher.handle_by(Box::new({
            let handled = Arc::clone(&handled);
            move |message| {
                assert!(!is_inside.swap(true, Ordering::SeqCst));
                let Message::Job(number, _) = message else {
                    panic!("{message:?}");
                };
                handled
                    .lock()
                    .unwrap()
                    .push((number, thread::current().id()));
                assert!(is_inside.swap(false, Ordering::SeqCst));
                ControlFlow::Continue(())
            }
        }));
        thread::scope(|scope| {
            for sender in 0..4 {
                let dispatcher = dispatcher.clone();
                scope.spawn(move || {
                    for number in 0..1000 {
                        if number % 3 == 0 {
                            dispatcher.post(job(1000 * sender + number));
                        } else {
                            dispatcher.report(job(1000 * sender + number));
                        }
                    }
                });
            }
        });
        // When the threads have ended all messages have been handled, those of each thread in
        // order.
        let handled = handled.lock().unwrap();
        assert_eq!(handled.len(), 4000);
        for sender in 0..4 {
            let own = handled.iter().map(|entry| entry.0);
            let own: Vec<u64> = own.filter(|number| number / 1000 == sender).collect();
            assert!(own.is_sorted() && own.len() == 1000);
        }
        assert!(
            !handled
                .iter()
                .any(|entry| entry.1 == thread::current().id())
        );
    }

    #[test]
    fn the_thread_that_sends_a_message_handles_it() {
        let (dispatcher, permit, told) = held();
        permit.send(()).unwrap();
        dispatcher.report(job(1));
        permit.send(()).unwrap();
        assert!(dispatcher.send_input(line("go")));
        assert_eq!(told.try_iter().count(), 2);
    }

    #[test]
    fn what_is_not_urgent_is_handled_by_the_thread_that_waits_for_the_end() {
        let dispatcher = Dispatcher::default();
        let (tell, told) = mpsc::channel();
        dispatcher.handle_by(Box::new(move |message| {
            let is_last = matches!(message, Message::End);
            tell.send((format!("{message:?}"), thread::current().id()))
                .unwrap();
            if is_last {
                return ControlFlow::Break(Ok(()));
            }
            ControlFlow::Continue(())
        }));
        let waiting = thread::spawn({
            let dispatcher = dispatcher.clone();
            move || dispatcher.wait_for_end()
        });
        while !dispatcher.lock().has_waiter {
            thread::yield_now();
        }
        let id = waiting.thread().id();
        dispatcher.post(job(1));
        assert_eq!(told.recv().unwrap(), (format!("{:?}", job(1)), id));
        // The order is kept, whichever thread handles them.
        dispatcher.post(job(2));
        dispatcher.report(job(3));
        assert_eq!(told.recv().unwrap().0, format!("{:?}", job(2)));
        assert_eq!(told.recv().unwrap().0, format!("{:?}", job(3)));
        assert!(!dispatcher.send_input(Message::End));
        waiting.join().unwrap().unwrap();
    }

    #[test]
    fn a_thread_that_handles_messages_goes_on_with_those_that_have_come() {
        let (dispatcher, permit, told) = held();
        let first = thread::spawn({
            let dispatcher = dispatcher.clone();
            move || dispatcher.report(job(1))
        });
        while !dispatcher.lock().is_busy() {
            thread::yield_now();
        }
        // Neither call waits.
        dispatcher.report(job(2));
        dispatcher.report(job(3));
        // The input's does.
        let input = thread::spawn({
            let dispatcher = dispatcher.clone();
            move || dispatcher.send_input(line("stop"))
        });
        while dispatcher.lock().waiting.len() < 3 {
            thread::yield_now();
        }
        assert!(!input.is_finished());
        for _ in 0..4 {
            permit.send(()).unwrap();
        }
        first.join().unwrap();
        assert!(input.join().unwrap());
        let expected = [job(1), job(2), job(3), line("stop")];
        let expected = expected.map(|message| format!("{message:?}"));
        assert_eq!(told.try_iter().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn searches_wait_for_room_and_are_released_at_the_end() {
        let dispatcher = Dispatcher::default();
        let (permit, permitted) = mpsc::channel::<()>();
        dispatcher.handle_by(Box::new(move |_| {
            permitted.recv().unwrap();
            ControlFlow::Break(Ok(()))
        }));
        let handling = thread::spawn({
            let dispatcher = dispatcher.clone();
            move || dispatcher.send_input(line("quit"))
        });
        while !dispatcher.lock().is_busy() {
            thread::yield_now();
        }
        let sent = Arc::<AtomicUsize>::default();
        let search = thread::spawn({
            let (dispatcher, sent) = (dispatcher.clone(), Arc::clone(&sent));
            move || {
                while !dispatcher.lock().is_over() {
                    dispatcher.report(job(1));
                    sent.fetch_add(1, Ordering::SeqCst);
                }
            }
        });
        while sent.load(Ordering::SeqCst) < Dispatcher::CAPACITY {
            thread::yield_now();
        }
        thread::sleep(Duration::from_millis(20));
        assert_eq!(sent.load(Ordering::SeqCst), Dispatcher::CAPACITY);
        permit.send(()).unwrap();
        assert!(!handling.join().unwrap());
        search.join().unwrap();
        dispatcher.wait_for_end().unwrap();
        dispatcher.report(job(2));
        dispatcher.post(job(3));
        assert!(!dispatcher.send_input(line("go")));
        assert!(dispatcher.lock().waiting.len() <= 1);
    }

    #[test]
    fn the_end_gives_the_result_or_the_panic_of_the_handler() {
        let dispatcher = Dispatcher::default();
        let failure = || io::Error::other("no room");
        dispatcher.handle_by(Box::new(move |_| ControlFlow::Break(Err(failure()))));
        assert!(!dispatcher.send_input(line("go")));
        assert_eq!(
            dispatcher.wait_for_end().unwrap_err().to_string(),
            "no room"
        );

        let dispatcher = Dispatcher::default();
        dispatcher.handle_by(Box::new(|_| panic!("on purpose")));
        // The search's thread continues.
        dispatcher.report(job(1));
        let panic = catch_unwind(AssertUnwindSafe(|| dispatcher.wait_for_end())).unwrap_err();
        assert_eq!(panic.downcast_ref(), Some(&"on purpose"));
    }

    #[test]
    fn what_the_handler_owns_is_dropped_at_the_end() {
        let dispatcher = Dispatcher::default();
        let owned = Arc::new(());
        let (own_dispatcher, own) = (dispatcher.clone(), Arc::clone(&owned));
        dispatcher.handle_by(Box::new(move |_| {
            let _ = (&own_dispatcher, &own);
            ControlFlow::Break(Ok(()))
        }));
        assert!(!dispatcher.send_input(Message::End));
        assert_eq!(Arc::strong_count(&owned), 1);
    }
}
