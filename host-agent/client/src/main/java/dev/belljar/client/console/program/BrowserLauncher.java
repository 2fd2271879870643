package dev.belljar.client.console.program;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/// Opens pages in the user's browser.
public final class BrowserLauncher {
    private static final int SECONDS = 5;

    private BrowserLauncher() {}

    /// Opens the page if there is a display; false if it was not opened.
    public static boolean open(String url) throws InterruptedException {
        boolean display = System.getenv("DISPLAY") != null || System.getenv("WAYLAND_DISPLAY") != null;
        if (!display || !url.matches("https?://[!-~]{1,8192}")) {
            return false;
        }
        try {
            Process process = new ProcessBuilder("xdg-open", url)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            // Some commands that open a browser run until it is closed.
            return !process.waitFor(SECONDS, TimeUnit.SECONDS) || process.exitValue() == 0;
        } catch (IOException e) {
            return false;
        }
    }
}
