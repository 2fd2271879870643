package dev.belljar.app.shell;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The person's own browser, as the desktop knows it.
final class WebBrowser {
    private static final Logger LOG = LoggerFactory.getLogger(WebBrowser.class);
    private static final int SECONDS = 10;

    private WebBrowser() {}

    /// Opens an address of this host there; returns at once.
    static void open(String address) {
        // The host agent writes these; still nothing else is handed to a desktop that opens anything.
        if (address.matches("https://[a-z0-9.-]+(:[0-9]+)?/")) {
            Thread.ofVirtual().name("belljar-browse").start(() -> run(List.of("xdg-open", address)));
        }
    }

    private static void run(List<String> command) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            // Some ways to open a browser stay until it is closed.
            if (process.waitFor(SECONDS, TimeUnit.SECONDS) && process.exitValue() != 0) {
                LOG.info("no browser opened: {} ended with {}", command, process.exitValue());
            }
        } catch (IOException e) {
            LOG.info("no browser opened: {}", e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
