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

/// Which names were another sandbox's before, and which browsers still have what that one left in them.
///
/// A sandbox that gets the name of one that was destroyed gets its address, and to a browser it is the same site: what
/// the old one stored would be the new one's to read. So a browser begins afresh before it comes to such a sandbox for
/// the first time. A cookie with the sandbox's id, which the old one could not know, says that it has. Until then what
/// pages of the old one send that are still open is refused. Sandboxes whose names are new are left alone, and so are
/// programs that are no browser. Safe for several threads.
final class ReusedNames {
    /// The cookie's name; browsers let nobody set it for another host, and no script over ours.
    static final String MARK = "__Host-belljar";

    private static final Logger LOG = LoggerFactory.getLogger(ReusedNames.class);
    private static final int MOST = 10_000;
    /// At the end of an address: the browser was sent around. One that comes to it without the mark keeps no cookies,
    /// or follows somebody's link, and is not sent around again.
    private static final String ASKED = "belljar-afresh";
    /// In place of a label, which it is none: what was kept is lost, and any name may have been another's.
    private static final String LOST = "*";

    private final Path file;
    private final Map<String, Holder> holders;

    private ReusedNames(Path file, Map<String, Holder> holders) {
        this.file = file;
        this.holders = holders;
    }

    /// Who has a label, and whether somebody had it before.
    private record Holder(String id, boolean heir) {}

    /// What becomes of a request at the address of a sandbox.
    enum Turn {
        /// It goes on.
        ON,
        /// The browser begins afresh and comes again.
        AFRESH,
        /// It has begun afresh, and goes to the address it asked for at first.
        BACK,
        /// It is refused.
        REFUSED
    }

    /// What is kept in this file. One that cannot be read is set aside, and from then on each name is taken for one
    /// that another sandbox had.
    static ReusedNames in(Path file) {
        Map<String, Holder> holders = new LinkedHashMap<>();
        try {
            if (Files.exists(file)) {
                for (String line : Files.readAllLines(file)) {
                    String[] words = line.split(" ");
                    if (words.length != 3) {
                        throw new IOException("expected LABEL ID first|heir in each line");
                    }
                    holders.put(words[0], new Holder(words[1], !words[2].equals("first")));
                }
            }
        } catch (IOException e) {
            LOG.warn("{}: which names were used before is lost, each is taken for used: {}", file, e.getMessage());
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
            LOG.warn("{}: cannot be set aside: {}", file, e.getMessage());
        }
    }

    /// Takes note of who has which name now.
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

    /// What becomes of this request.
    Turn turn(ForwardedRequest ask, OuterName name, SandboxSite site) {
        if (!ask.fromBrowser() || !heir(name.label(), site)) {
            return Turn.ON;
        }
        boolean asked = !first(ask.path()).equals(ask.path());
        if (ask.cookies().contains(MARK + "=" + site.id())) {
            return asked && ask.entersPage() ? Turn.BACK : Turn.ON;
        }
        if (ask.entersPage()) {
            return asked ? Turn.REFUSED : Turn.AFRESH;
        }
        // A page at another port of its own, which was entered afresh, asks without cookies, and so without the mark.
        return ask.fromBeside(name) && ask.cookies().isEmpty() ? Turn.ON : Turn.REFUSED;
    }

    /// This path and query, as asked for by a browser that was sent around.
    static String asked(String path) {
        return path + (path.contains("?") ? "&" : "?") + ASKED;
    }

    /// This path and query, as asked for at first.
    static String first(String path) {
        return path.endsWith("?" + ASKED) || path.endsWith("&" + ASKED)
                ? path.substring(0, path.length() - ASKED.length() - 1)
                : path;
    }

    private synchronized boolean heir(String label, SandboxSite site) {
        Holder known = holders.get(label);
        return known == null
                ? holders.containsKey(LOST)
                : known.heir() || !known.id().equals(site.id());
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
                                            each.getValue().heir() ? "heir" : "first"))
                            .collect(Collectors.joining()));
        } catch (ClosedByInterruptException e) {
            LOG.debug("the host agent ends; what is new about names is seen again when it starts");
        } catch (IOException e) {
            LOG.warn("which names were used before is not kept: {}", e.getMessage());
        }
    }
}
