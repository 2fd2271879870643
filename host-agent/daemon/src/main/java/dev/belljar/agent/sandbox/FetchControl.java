package dev.belljar.agent.sandbox;

import org.jspecify.annotations.Nullable;

/// Cancels the salvage of one machine's work: a request to end the machine at once interrupts it, and refuses
/// others until the machine starts again.
public final class FetchControl {
    private @Nullable Thread fetching;
    private boolean abandoned;

    /// A fetch of the work.
    public interface Fetch<T, E extends Exception> {
        T run() throws E, InterruptedException;
    }

    /// Runs `fetch`; runs `otherwise` instead if the fetch is cancelled or was before it began.
    public <T, E extends Exception> T run(Fetch<T, E> fetch, Fetch<T, E> otherwise) throws E, InterruptedException {
        if (begin()) {
            try {
                return fetch.run();
            } catch (InterruptedException e) {
                if (!broken()) {
                    throw e;
                }
            } finally {
                end();
            }
        }
        return otherwise.run();
    }

    /// Cancels the fetch and all later ones.
    public synchronized void abandon() {
        abandoned = true;
        if (fetching != null) {
            fetching.interrupt();
        }
    }

    public synchronized boolean abandoned() {
        return abandoned;
    }

    /// Permits fetches again, when a machine starts.
    public synchronized void reset() {
        abandoned = false;
    }

    private synchronized boolean begin() {
        fetching = abandoned ? null : Thread.currentThread();
        return !abandoned;
    }

    /// Clears an interrupt by `abandon` that came too late for the fetch, so that it does not affect what
    /// follows.
    private synchronized void end() {
        fetching = null;
        if (abandoned) {
            boolean _ = Thread.interrupted();
        }
    }

    private synchronized boolean broken() {
        return abandoned;
    }
}
