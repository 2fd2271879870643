package dev.belljar.app.desktop;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Opens something with the program that the user's desktop has for it; its callers decide what may be opened.
final class DesktopOpener {
    private static final Logger LOG = LoggerFactory.getLogger(DesktopOpener.class);
    private static final int SECONDS = 10;

    private DesktopOpener() {}

    /// Opens an address or an absolute path, and returns at once.
    static void open(String what) {
        Thread.ofVirtual().name("belljar-open").start(() -> run(List.of("xdg-open", what)));
    }

    private static void run(List<String> command) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            // Some programs keep this process running until they are closed.
            if (process.waitFor(SECONDS, TimeUnit.SECONDS) && process.exitValue() != 0) {
                LOG.info("nothing was opened: {} exited with code {}", command, process.exitValue());
            }
        } catch (IOException e) {
            LOG.info("nothing was opened: {}", e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
