package dev.belljar.app.recorded;

import dev.belljar.app.desktop.TrustState;
import dev.belljar.app.desktop.TrustedBrowsers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Two browsers: one trusts an older root certificate, the other none, until trust is given.
public final class RecordedBrowsers implements TrustedBrowsers {
    private TrustState.TrustStatus chromium = TrustState.TrustStatus.OLDER;
    private TrustState.TrustStatus firefox = TrustState.TrustStatus.NOT_YET;
    private @Nullable String fault;
    private boolean missing;

    /// Makes every further change fail with this message.
    public synchronized void fail(String words) {
        fault = words;
    }

    /// Reports from now on that `certutil`, which changes browsers, is not installed.
    public synchronized void lackProgram() {
        missing = true;
    }

    @Override
    public synchronized TrustState look(Path root) {
        if (missing) {
            return new TrustState(
                    List.of(), "“certutil” is required but not installed.", "sudo apt-get install libnss3-tools");
        }
        return new TrustState(
                List.of(
                        new TrustState.BrowserState("Chromium-based browsers", "~/.pki/nssdb", chromium),
                        new TrustState.BrowserState("Firefox", "~/.mozilla/firefox/k2x9w1ab.default-release", firefox)),
                null,
                null);
    }

    @Override
    public synchronized TrustState give(Path root) throws IOException {
        return become(TrustState.TrustStatus.TRUSTED, root);
    }

    @Override
    public synchronized TrustState takeBack(Path root) throws IOException {
        return become(TrustState.TrustStatus.NOT_YET, root);
    }

    private TrustState become(TrustState.TrustStatus next, Path root) throws IOException {
        String words = fault;
        if (words != null) {
            throw new IOException(words);
        }
        chromium = next;
        firefox = next;
        return look(root);
    }
}
