package dev.belljar.app;

import java.util.logging.Logger;
import org.slf4j.LoggerFactory;

/// Starts logging, and filters one message: JavaFX warns when it is not on the module path.
///
/// JavaFX works from the class path too; all its other messages are logged.
final class WindowLogging {
    // A logger without a reference is collected, and its filter with it.
    private static final Logger JAVAFX = Logger.getLogger("javafx");

    private WindowLogging() {}

    static void install() {
        // Before there are other threads: SLF4J prints long warnings about messages that are logged
        // while it starts.
        LoggerFactory.getILoggerFactory();
        JAVAFX.setFilter(
                line -> line.getMessage() == null || !line.getMessage().startsWith("Unsupported JavaFX configuration"));
    }
}
