package dev.belljar.client.console;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Runs an action if the program is terminated while this hook is open.
public final class ExitHook implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ExitHook.class);

    private final Thread hook;

    public ExitHook(String name, Runnable last) {
        hook = Thread.ofPlatform().name(name).unstarted(last);
        Runtime.getRuntime().addShutdownHook(hook);
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            LOG.debug("already ending", e);
        }
    }
}
