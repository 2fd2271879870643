package dev.belljar.app.desktop;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Opens pages in the user's default browser.
public final class WebBrowser {
    private static final Logger LOG = LoggerFactory.getLogger(WebBrowser.class);
    private static final int SECONDS = 10;
    private static final Pattern PAGE = Pattern.compile("https?://[!-~]{1,4096}");

    private WebBrowser() {}

    /// Opens a page and returns at once. Anything but an http or https address is ignored, since `xdg-open`
    /// opens whatever it is given.
    ///
    /// `address` begins with `http://` or `https://` and has no spaces.
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
            // Some browsers keep this process running until they are closed.
            if (process.waitFor(SECONDS, TimeUnit.SECONDS) && process.exitValue() != 0) {
                LOG.info("no browser opened: {} exited with code {}", command, process.exitValue());
            }
        } catch (IOException e) {
            LOG.info("no browser opened: {}", e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
