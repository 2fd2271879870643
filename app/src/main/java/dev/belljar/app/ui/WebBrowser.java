package dev.belljar.app.ui;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The person's own browser, as the desktop knows it.
public final class WebBrowser {
    private static final Logger LOG = LoggerFactory.getLogger(WebBrowser.class);
    private static final int SECONDS = 10;
    private static final Pattern PAGE = Pattern.compile("https?://[!-~]{1,4096}");

    private WebBrowser() {}

    /// Opens a page; returns at once. What is no address of one is not opened: a desktop opens anything it is handed.
    ///
    /// `address` begins with `http://` or `https://` and has no blanks.
    public static void open(String address) {
        if (PAGE.matcher(address).matches()) {
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
