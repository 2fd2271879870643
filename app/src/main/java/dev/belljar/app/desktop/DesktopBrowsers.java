package dev.belljar.app.desktop;

import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.client.BrowserTrust;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The browsers of this desktop whose certificate databases `certutil` can change: Chromium and its
/// relatives, and each profile of Firefox.
///
/// The databases are changed one after the other. If one fails, the others are still changed, and the
/// exception names all failures at the end.
final class DesktopBrowsers implements TrustedBrowsers {
    private static final Texts TEXTS = Texts.of(DesktopBrowsers.class);

    /// A change to the certificate database of one browser.
    @FunctionalInterface
    private interface DatabaseChange {
        void to(Path database) throws IOException, InterruptedException;
    }

    private final BrowserTrust trust;
    private final String path;

    /// The browsers of the user with this home folder; `path` is the PATH on which `certutil` is looked up.
    DesktopBrowsers(Path home, String path) {
        this.trust = new BrowserTrust(home);
        this.path = path;
    }

    /// The browsers of this environment.
    static DesktopBrowsers find(Map<String, String> environment) {
        return new DesktopBrowsers(Path.of(System.getProperty("user.home")), environment.getOrDefault("PATH", ""));
    }

    @Override
    public TrustState look(Path root) throws IOException, InterruptedException {
        if (!BrowserTrust.able(path)) {
            return new TrustState(
                    List.of(),
                    TEXTS.get("browsers.certutil", BrowserTrust.CERTUTIL),
                    TEXTS.get("browsers.certutil.remedy", BrowserTrust.PACKAGE));
        }
        List<TrustState.BrowserState> browsers = new ArrayList<>();
        for (Path database : trust.databases()) {
            browsers.add(browser(database, standing(database, root)));
        }
        return browsers.isEmpty()
                ? new TrustState(browsers, TEXTS.get("browsers.none"), null)
                : new TrustState(browsers, null, null);
    }

    @Override
    public TrustState give(Path root) throws IOException, InterruptedException {
        tell(database -> {
            BrowserTrust.BrowserTrustStatus status = trust.standing(database, root);
            if (status != BrowserTrust.BrowserTrustStatus.TRUSTED) {
                BrowserTrust.run(trust.giving(database, root, status));
            }
        });
        return look(root);
    }

    @Override
    public TrustState takeBack(Path root) throws IOException, InterruptedException {
        tell(database -> {
            if (trust.standing(database, root) != BrowserTrust.BrowserTrustStatus.NOT_YET) {
                BrowserTrust.run(trust.taking(database));
            }
        });
        return look(root);
    }

    private void tell(DatabaseChange change) throws IOException, InterruptedException {
        List<String> failures = new ArrayList<>();
        for (Path database : trust.databases()) {
            try {
                change.to(database);
            } catch (IOException e) {
                failures.add(String.valueOf(e.getMessage()));
            }
        }
        if (!failures.isEmpty()) {
            throw new IOException(String.join("; ", failures));
        }
    }

    private TrustState.TrustStatus standing(Path database, Path root) throws InterruptedException {
        try {
            return switch (trust.standing(database, root)) {
                case TRUSTED -> TrustState.TrustStatus.TRUSTED;
                case OLDER -> TrustState.TrustStatus.OLDER;
                case NOT_YET -> TrustState.TrustStatus.NOT_YET;
            };
        } catch (IOException e) {
            // A change of this database reports the reason.
            return TrustState.TrustStatus.UNKNOWN;
        }
    }

    private static TrustState.BrowserState browser(Path database, TrustState.TrustStatus status) {
        String name = TEXTS.get(database.endsWith(Path.of(".pki", "nssdb")) ? "browsers.chromium" : "browsers.firefox");
        return new TrustState.BrowserState(name, FigureFormat.home(database.toString()), status);
    }
}
