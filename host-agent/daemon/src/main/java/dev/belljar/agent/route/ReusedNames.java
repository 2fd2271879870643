package dev.belljar.agent.route;

import dev.belljar.agent.host.DurableFile;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Remembers which names belonged to another sandbox before, so that browsers delete that sandbox's site data.
///
/// A sandbox with the name of a destroyed one has the same address, and to a browser it is the same site: the
/// new sandbox could read what the old one stored. So a browser must delete its site data before it visits such
/// a sandbox for the first time. A cookie with the sandbox's id, which the old sandbox could not know, shows
/// that it has done so. Until then, requests from open pages of the old sandbox are refused. Sandboxes with new
/// names and clients other than browsers are not affected. Thread-safe.
final class ReusedNames {
    /// The cookie's name; with this prefix browsers refuse it from another host, and no script can overwrite it.
    static final String MARK = "__Host-belljar";

    private static final Logger LOG = LoggerFactory.getLogger(ReusedNames.class);
    private static final int MOST = 10_000;
    /// Marks an address to which the browser was redirected. A browser that requests it without the cookie keeps
    /// no cookies or follows a link, and is not redirected again.
    private static final String ASKED = "belljar-afresh";
    /// Stands for all labels, as it is not a valid one: the file was lost, so any name may have belonged to
    /// another sandbox.
    private static final String LOST = "*";

    private final Path file;
    private final Map<String, Holder> holders;

    private ReusedNames(Path file, Map<String, Holder> holders) {
        this.file = file;
        this.holders = holders;
    }

    /// The sandbox that has a label, and whether another had it before.
    private record Holder(String id, boolean reused) {}

    /// What to do with a request to a sandbox.
    enum Turn {
        /// The request passes.
        ON,
        /// The browser is told to delete its site data and to repeat the request.
        AFRESH,
        /// The browser has deleted its site data and is redirected to the address it first requested.
        BACK,
        /// The request is refused.
        REFUSED
    }

    /// Reads this file. An unreadable file is moved aside, and each name then counts as used by another sandbox
    /// before.
    static ReusedNames in(Path file) {
        Map<String, Holder> holders = new LinkedHashMap<>();
        try {
            if (Files.exists(file)) {
                for (String line : Files.readAllLines(file)) {
                    String[] words = line.split(" ");
                    if (words.length != 3) {
                        throw new IOException("malformed line: expected LABEL ID first|reused");
                    }
                    holders.put(words[0], new Holder(words[1], !words[2].equals("first")));
                }
            }
        } catch (IOException e) {
            LOG.warn(
                    "{}: the list of previously used names cannot be read, so every name counts as used: {}",
                    file,
                    e.getMessage());
            setAside(file);
            holders.clear();
            holders.put(LOST, new Holder(LOST, true));
        }
        return new ReusedNames(file, holders);
    }

    private static void setAside(Path file) {
        Path aside = file.resolveSibling(file.getFileName() + ".damaged");
        try {
            Files.move(file, aside, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            LOG.warn("{}: cannot be renamed: {}", file, e.getMessage());
        }
    }

    /// Records which sandbox has which name now.
    synchronized void see(Collection<SandboxSite> sites) {
        boolean news = false;
        for (Map.Entry<String, SandboxSite> each : DnsLabels.of(sites).entrySet()) {
            Holder before = holders.get(each.getKey());
            if (before == null || !before.id().equals(each.getValue().id())) {
                holders.remove(each.getKey());
                holders.put(
                        each.getKey(), new Holder(each.getValue().id(), before != null || holders.containsKey(LOST)));
                news = true;
            }
        }
        if (news) {
            write();
        }
    }

    /// Decides this request.
    Turn turn(ForwardedRequest ask, OuterName name, SandboxSite site) {
        if (!ask.fromBrowser() || !reused(name.label(), site)) {
            return Turn.ON;
        }
        boolean asked = !first(ask.path()).equals(ask.path());
        if (ask.cookies().contains(MARK + "=" + site.id())) {
            return asked && ask.entersPage() ? Turn.BACK : Turn.ON;
        }
        if (ask.entersPage()) {
            return asked ? Turn.REFUSED : Turn.AFRESH;
        }
        // A page at another port of the same sandbox, which was visited after the reset, sends no cookies and so
        // not the mark.
        return ask.fromBeside(name) && ask.cookies().isEmpty() ? Turn.ON : Turn.REFUSED;
    }

    /// This path and query with the mark of a redirected browser.
    static String asked(String path) {
        return path + (path.contains("?") ? "&" : "?") + ASKED;
    }

    /// This path and query without the mark.
    static String first(String path) {
        return path.endsWith("?" + ASKED) || path.endsWith("&" + ASKED)
                ? path.substring(0, path.length() - ASKED.length() - 1)
                : path;
    }

    private synchronized boolean reused(String label, SandboxSite site) {
        Holder known = holders.get(label);
        return known == null
                ? holders.containsKey(LOST)
                : known.reused() || !known.id().equals(site.id());
    }

    private void write() {
        while (holders.size() > MOST) {
            holders.remove(holders.keySet().iterator().next());
        }
        try {
            DurableFile.write(
                    file,
                    holders.entrySet().stream()
                            .map(each -> "%s %s %s\n"
                                    .formatted(
                                            each.getKey(),
                                            each.getValue().id(),
                                            each.getValue().reused() ? "reused" : "first"))
                            .collect(Collectors.joining()));
        } catch (ClosedByInterruptException e) {
            LOG.debug("not recorded because the host agent is stopping: new names are recorded at the next start");
        } catch (IOException e) {
            LOG.warn("the list of previously used names cannot be saved: {}", e.getMessage());
        }
    }
}
