package dev.belljar.agent.sandbox;

import org.jspecify.annotations.Nullable;

/// The fetch of one machine's last work as others have a hand in it: whoever wants the machine to end at once breaks it
/// off, from then on until the machine starts again.
final class FetchControl {
    private @Nullable Thread fetching;
    private boolean abandoned;

    /// Something that fetches.
    interface Fetch<T, E extends Exception> {
        T run() throws E, InterruptedException;
    }

    /// What `fetch` gives, unless it is broken off or was before it began: then what `otherwise` gives.
    <T, E extends Exception> T run(Fetch<T, E> fetch, Fetch<T, E> otherwise) throws E, InterruptedException {
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

    /// No work is fetched any more.
    synchronized void abandon() {
        abandoned = true;
        if (fetching != null) {
            fetching.interrupt();
        }
    }

    synchronized boolean abandoned() {
        return abandoned;
    }

    /// A machine begins: its work is fetched again.
    synchronized void reset() {
        abandoned = false;
    }

    private synchronized boolean begin() {
        fetching = abandoned ? null : Thread.currentThread();
        return !abandoned;
    }

    /// An interrupt of ours that came too late to be noticed is none of what follows.
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
