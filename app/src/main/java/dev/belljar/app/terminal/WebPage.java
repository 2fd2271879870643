package dev.belljar.app.terminal;

import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Opens a page in the person's own browser, by `xdg-open`, which every desktop has.
final class WebPage {
    private static final Logger LOG = LoggerFactory.getLogger(WebPage.class);

    private WebPage() {}

    /// Opens an address that begins with `http://` or `https://`; no other is opened.
    static void open(String address) {
        if (!address.matches("https?://[!-~]+")) {
            return;
        }
        Thread.ofVirtual().name("belljar-page").start(() -> {
            try {
                new ProcessBuilder("xdg-open", address)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
            } catch (IOException e) {
                LOG.warn("{} was not opened: {}", address, e.getMessage());
            }
        });
    }
}
