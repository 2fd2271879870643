package dev.belljar.app;

import dev.belljar.app.intent.Browsers;
import dev.belljar.app.intent.Trust;
import dev.belljar.app.look.Figures;
import dev.belljar.client.BrowserTrust;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The browsers of this desktop that keep what they trust where `certutil` reaches it: Chromium and its relatives,
/// and each profile of Firefox.
///
/// One is told after the other; one that fails leaves the others to be told, and what hindered it is said then.
final class DesktopBrowsers implements Browsers {
    /// What is said to one browser.
    @FunctionalInterface
    private interface Telling {
        void to(Path database) throws IOException, InterruptedException;
    }

    private final BrowserTrust trust;
    private final String path;

    /// Those of the person with this home, and the programs on this PATH.
    DesktopBrowsers(Path home, String path) {
        this.trust = new BrowserTrust(home);
        this.path = path;
    }

    /// Those of this environment.
    static DesktopBrowsers find(Map<String, String> environment) {
        return new DesktopBrowsers(Path.of(System.getProperty("user.home")), environment.getOrDefault("PATH", ""));
    }

    @Override
    public Trust look(Path root) throws IOException, InterruptedException {
        if (!BrowserTrust.able(path)) {
            return new Trust(
                    List.of(),
                    "Browsers are told with “%s”, which is not installed.".formatted(BrowserTrust.CERTUTIL),
                    "sudo apt-get install " + BrowserTrust.PACKAGE);
        }
        List<Trust.Browser> browsers = new ArrayList<>();
        for (Path database : trust.databases()) {
            browsers.add(browser(database, standing(database, root)));
        }
        return browsers.isEmpty()
                ? new Trust(
                        browsers,
                        "No browser here has kept anything yet: start Chromium or Firefox once, then look again.",
                        null)
                : new Trust(browsers, null, null);
    }

    @Override
    public Trust give(Path root) throws IOException, InterruptedException {
        tell(database -> {
            BrowserTrust.Standing standing = trust.standing(database, root);
            if (standing != BrowserTrust.Standing.TRUSTED) {
                BrowserTrust.run(trust.giving(database, root, standing));
            }
        });
        return look(root);
    }

    @Override
    public Trust takeBack(Path root) throws IOException, InterruptedException {
        tell(database -> {
            if (trust.standing(database, root) != BrowserTrust.Standing.NOT_YET) {
                BrowserTrust.run(trust.taking(database));
            }
        });
        return look(root);
    }

    private void tell(Telling telling) throws IOException, InterruptedException {
        List<String> failures = new ArrayList<>();
        for (Path database : trust.databases()) {
            try {
                telling.to(database);
            } catch (IOException e) {
                failures.add(String.valueOf(e.getMessage()));
            }
        }
        if (!failures.isEmpty()) {
            throw new IOException(String.join("; ", failures));
        }
    }

    private Trust.Standing standing(Path database, Path root) throws InterruptedException {
        try {
            return switch (trust.standing(database, root)) {
                case TRUSTED -> Trust.Standing.TRUSTED;
                case OLDER -> Trust.Standing.OLDER;
                case NOT_YET -> Trust.Standing.NOT_YET;
            };
        } catch (IOException e) {
            // Why is said to whoever asks for more than a look.
            return Trust.Standing.UNKNOWN;
        }
    }

    private static Trust.Browser browser(Path database, Trust.Standing standing) {
        String name = database.endsWith(Path.of(".pki", "nssdb")) ? "Chromium, Chrome and their like" : "Firefox";
        return new Trust.Browser(name, Figures.home(database.toString()), standing);
    }
}
