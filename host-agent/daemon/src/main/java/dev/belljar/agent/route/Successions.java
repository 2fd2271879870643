package dev.belljar.agent.route;

import dev.belljar.agent.host.DurableFile;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Which names were another sandbox's before, and which browsers still have what that one left in them.
///
/// A sandbox that gets the name of one that was destroyed gets its address, and to a browser it is the same site: what
/// the old one stored would be the new one's to read. So a browser begins afresh before it comes to such a sandbox for
/// the first time. A cookie with the sandbox's id, which the old one could not know, says that it has. Sandboxes whose
/// names are new are left alone. Safe for several threads.
final class Successions {
    /// The cookie's name; browsers let nobody set it for another host, and no script over ours.
    static final String MARK = "__Host-belljar";

    private static final Logger LOG = LoggerFactory.getLogger(Successions.class);
    private static final int MOST = 10_000;
    /// A browser that comes again so soon without the mark keeps no cookies, nor anything else.
    private static final Duration AGAIN = Duration.ofSeconds(10);

    private final Path file;
    private final Map<String, Holder> holders;
    private final Map<String, Long> sent = new HashMap<>();

    private Successions(Path file, Map<String, Holder> holders) {
        this.file = file;
        this.holders = holders;
    }

    /// Who has a label, and whether somebody had it before.
    private record Holder(String id, boolean heir) {}

    /// What is kept in this file.
    ///
    /// @throws IOException when it is there and cannot be read
    static Successions in(Path file) throws IOException {
        Map<String, Holder> holders = new LinkedHashMap<>();
        if (Files.exists(file)) {
            for (String line : Files.readAllLines(file)) {
                String[] words = line.split(" ");
                if (words.length == 3) {
                    holders.put(words[0], new Holder(words[1], words[2].equals("heir")));
                }
            }
        }
        return new Successions(file, holders);
    }

    /// Takes note of who has which name now.
    synchronized void see(Collection<Site> sites) {
        boolean news = false;
        for (Map.Entry<String, Site> each : Labels.of(sites).entrySet()) {
            Holder before = holders.get(each.getKey());
            if (before == null || !before.id().equals(each.getValue().id())) {
                holders.remove(each.getKey());
                holders.put(each.getKey(), new Holder(each.getValue().id(), before != null));
                news = true;
            }
        }
        if (news) {
            write();
        }
    }

    /// True when the browser that asks this is to begin afresh first.
    synchronized boolean due(Ask ask, OuterName name, Site site) {
        if (!heir(name.label(), site) || !ask.entersPage() || ask.cookies().contains(MARK + "=" + site.id())) {
            return false;
        }
        long now = System.nanoTime();
        sent.values().removeIf(when -> now - when > AGAIN.toNanos());
        return sent.putIfAbsent(site.id() + " " + name.authority(), now) == null;
    }

    private boolean heir(String label, Site site) {
        Holder known = holders.get(label);
        return known != null && (known.heir() || !known.id().equals(site.id()));
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
