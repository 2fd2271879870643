package dev.belljar.agent;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Ends the host agent at once when one of its threads ends with an `Error`, such as being out of memory.
/// Nothing does the work of that thread any more, and a host agent that works by half looks healthy from
/// outside.
///
/// Machines keep running, and the next host agent finds them. Nothing is closed first: everything that has to be
/// kept is on disk, and closing may itself hang. The launcher's Java options do the same where the JVM notices
/// the error first.
final class FatalErrors implements Thread.UncaughtExceptionHandler {
    /// The exit code of a host agent that ended this way (`EX_SOFTWARE`).
    static final int EXIT = 70;

    private static final Logger LOG = LoggerFactory.getLogger(FatalErrors.class);

    @Override
    public void uncaughtException(Thread thread, Throwable thrown) {
        if (!(thrown instanceof Error)) {
            LOG.error("thread {} failed", thread.getName(), thrown);
            return;
        }
        try {
            LOG.error(
                    "thread {} failed, so the host agent is stopping; machines keep running and are available again "
                            + "after the host agent restarts",
                    thread.getName(),
                    thrown);
        } finally {
            Runtime.getRuntime().halt(EXIT);
        }
    }
}
