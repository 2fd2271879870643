package dev.belljar.app.recorded;

import dev.belljar.app.intent.Browsers;
import dev.belljar.app.intent.Trust;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Two browsers of a person: one trusts a root that was made before, the other none, until they are told.
public final class RecordedBrowsers implements Browsers {
    private Trust.Standing chromium = Trust.Standing.OLDER;
    private Trust.Standing firefox = Trust.Standing.NOT_YET;
    private @Nullable String fault;
    private boolean missing;

    /// From now on nothing can be told them, because of this.
    public synchronized void fail(String words) {
        fault = words;
    }

    /// What tells them was never installed.
    public synchronized void lackProgram() {
        missing = true;
    }

    @Override
    public synchronized Trust look(Path root) {
        if (missing) {
            return new Trust(
                    List.of(),
                    "Browsers are told with “certutil”, which is not installed.",
                    "sudo apt-get install libnss3-tools");
        }
        return new Trust(
                List.of(
                        new Trust.Browser("Chromium, Chrome and their like", "~/.pki/nssdb", chromium),
                        new Trust.Browser("Firefox", "~/.mozilla/firefox/k2x9w1ab.default-release", firefox)),
                null,
                null);
    }

    @Override
    public synchronized Trust give(Path root) throws IOException {
        return become(Trust.Standing.TRUSTED, root);
    }

    @Override
    public synchronized Trust takeBack(Path root) throws IOException {
        return become(Trust.Standing.NOT_YET, root);
    }

    private Trust become(Trust.Standing next, Path root) throws IOException {
        String words = fault;
        if (words != null) {
            throw new IOException(words);
        }
        chromium = next;
        firefox = next;
        return look(root);
    }
}
