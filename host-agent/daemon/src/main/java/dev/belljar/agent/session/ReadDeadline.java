package dev.belljar.agent.session;

import java.time.Duration;

/// Closes a resource at a deadline unless cancelled before, so that a thread that reads from it gets an error
/// instead of waiting for ever.
record ReadDeadline(Thread waiter) implements AutoCloseable {
    static ReadDeadline of(Duration limit, Runnable closing) {
        return new ReadDeadline(Thread.ofVirtual().name("session-deadline").start(() -> {
            try {
                Thread.sleep(limit);
                closing.run();
            } catch (InterruptedException e) {
                // Cancelled in time.
            }
        }));
    }

    /// Cancels the deadline.
    @Override
    public void close() {
        waiter.interrupt();
    }
}
