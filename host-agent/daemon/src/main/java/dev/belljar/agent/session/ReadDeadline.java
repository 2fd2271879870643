package dev.belljar.agent.session;

import java.time.Duration;

/// Closes something unless it is called off in time: whoever reads from it then gets an error instead of waiting for
/// ever.
record ReadDeadline(Thread waiter) implements AutoCloseable {
    static ReadDeadline of(Duration limit, Runnable closing) {
        return new ReadDeadline(Thread.ofVirtual().name("session-deadline").start(() -> {
            try {
                Thread.sleep(limit);
                closing.run();
            } catch (InterruptedException e) {
                // Called off in time.
            }
        }));
    }

    /// Calls it off.
    @Override
    public void close() {
        waiter.interrupt();
    }
}
