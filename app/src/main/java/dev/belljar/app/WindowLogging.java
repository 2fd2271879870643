package dev.belljar.app;

import java.util.logging.Logger;
import org.slf4j.LoggerFactory;

/// Begins the log, and keeps one sentence out of it: JavaFX warns when it is not on the module path.
///
/// It works from the class path all the same; everything else it says is let through.
final class WindowLogging {
    private static final String HARMLESS = "Unsupported JavaFX configuration";
    // A logger nobody holds is forgotten, and its filter with it.
    private static final Logger JAVAFX = Logger.getLogger("javafx");

    private WindowLogging() {}

    static void install() {
        // Before there are threads: whoever logs while logging begins is told about at length.
        LoggerFactory.getILoggerFactory();
        JAVAFX.setFilter(line -> line.getMessage() == null || !line.getMessage().startsWith(HARMLESS));
    }
}
