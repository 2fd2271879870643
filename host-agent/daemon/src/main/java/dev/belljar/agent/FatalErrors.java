package dev.belljar.agent;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Ends the host agent at once when one of its threads ends with an error, such as being out of memory: what that
/// thread did is done by nobody any more, and a host agent that is half there looks as if all were well.
///
/// Machines go on; whoever starts it again finds them. Nothing is taken apart first: everything that has to be kept is
/// on disk, and taking apart may itself hang. The launcher has Java do the same where it finds out first.
final class FatalErrors implements Thread.UncaughtExceptionHandler {
    /// The exit code that says so (`EX_SOFTWARE`).
    static final int EXIT = 70;

    private static final Logger LOG = LoggerFactory.getLogger(FatalErrors.class);

    @Override
    public void uncaughtException(Thread thread, Throwable thrown) {
        if (!(thrown instanceof Error)) {
            LOG.error("thread {} ended with a fault", thread.getName(), thrown);
            return;
        }
        try {
            LOG.error(
                    "thread {} ended with an error: the host agent ends; machines keep running, and are found again when it is"
                            + " started",
                    thread.getName(),
                    thrown);
        } finally {
            Runtime.getRuntime().halt(EXIT);
        }
    }
}
