package dev.belljar.agent.mirror;

import dev.belljar.agent.mirror.FoundMirror.MirrorSlot;
import dev.belljar.contract.view.network.MirrorKind;
import dev.belljar.contract.view.network.MirrorTool;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads the mirrors of a distribution's archive in apt's lists of sources, and the proxies in its
/// configuration.
///
/// Sources of others than the distribution are not mirrors; they are recognized by their paths, suites and
/// components.
final class AptReader {
    /// What a mirror of the packages, and of their security updates, is for.
    static final String PACKAGES = "packages";

    static final String SECURITY = "security updates";
    private static final Set<String> DEBIAN =
            Set.of("bullseye", "bookworm", "trixie", "forky", "sid", "oldstable", "stable", "testing", "unstable");
    private static final Pattern SUITE = Pattern.compile("([a-z]+)(?:[-/](updates|security))?");
    private static final Pattern ARCHIVE = Pattern.compile(".*/[^/]*(debian|ubuntu)[^/]*/?");
    /// A line such as `deb [arch=amd64] https://mirror.example.org/debian bookworm main`.
    private static final Pattern LINE = Pattern.compile("deb\\s+(?:\\[[^\\]]*+\\]\\s+)?(\\S+)\\s+(\\S+)\\s+(.*)");
    private static final Pattern PROXY = Pattern.compile("(?im)^\\s*Acquire::(https?)::Proxy\\s+\"([^\"\\n]*)\"\\s*;");

    private final List<FoundMirror> found = new ArrayList<>();

    private AptReader() {}

    /// The mirrors in lists with one source a line (`lists`) and in paragraphs (`paragraphs`), and the proxies
    /// in `configuration`.
    static List<FoundMirror> read(
            Map<String, String> lists, Map<String, String> paragraphs, Map<String, String> configuration) {
        AptReader reader = new AptReader();
        lists.forEach((source, text) -> text.lines().forEach(line -> reader.line(line.strip(), source)));
        paragraphs.forEach((source, text) -> List.of(text.replace("\r", "").split("\n(?:[ \t]*\n)+"))
                .forEach(paragraph -> reader.paragraph(paragraph, source)));
        configuration.forEach((source, text) -> {
            for (Matcher proxy = PROXY.matcher(text); proxy.find(); ) {
                if (!proxy.group(2).equalsIgnoreCase("DIRECT")
                        && !proxy.group(2).isEmpty()) {
                    String scheme = proxy.group(1).toLowerCase(Locale.ROOT);
                    MirrorSlot slot = new MirrorSlot(MirrorTool.APT, MirrorKind.PROXY, scheme);
                    reader.found.add(FoundMirror.of(slot, proxy.group(2), source, null));
                }
            }
        });
        return reader.found;
    }

    private void line(String line, String source) {
        Matcher parts = LINE.matcher(line);
        if (parts.matches()) {
            add(parts.group(1), parts.group(2), parts.group(3), source);
        }
    }

    private void paragraph(String text, String source) {
        Map<String, String> fields = new HashMap<>();
        String last = "";
        for (String line : text.lines().toList()) {
            int colon = line.indexOf(':');
            if (line.startsWith("#") || line.isBlank()) {
                continue;
            }
            if (Character.isWhitespace(line.charAt(0))) {
                fields.merge(last, line.strip(), (a, b) -> a + " " + b);
            } else if (colon > 0) {
                last = line.substring(0, colon).toLowerCase(Locale.ROOT);
                fields.put(last, line.substring(colon + 1).strip());
            }
        }
        boolean on = !List.of("no", "false", "without", "off", "disable")
                .contains(fields.getOrDefault("enabled", "yes").toLowerCase(Locale.ROOT));
        if (on && List.of(words(fields, "types")).contains("deb")) {
            for (String uri : words(fields, "uris")) {
                for (String suite : words(fields, "suites")) {
                    add(uri, suite, fields.getOrDefault("components", ""), source);
                }
            }
        }
    }

    private static String[] words(Map<String, String> fields, String name) {
        return fields.getOrDefault(name, "").split("\\s+");
    }

    private void add(String uri, String suite, String components, String source) {
        Matcher parts = SUITE.matcher(suite);
        if (!parts.matches()
                || !ARCHIVE.matcher(uri).matches()
                || !List.of(components.split("\\s+")).contains("main")) {
            return;
        }
        boolean security = "security".equals(parts.group(2)) || suite.endsWith("/updates");
        MirrorSlot slot = new MirrorSlot(MirrorTool.APT, MirrorKind.MIRROR, security ? SECURITY : PACKAGES);
        FoundMirror mirror = FoundMirror.of(slot, uri, source, null);
        boolean other = mirror.problem() == null && !DEBIAN.contains(parts.group(1));
        found.add(
                other
                        ? mirror.unusable("it has packages for another distribution (suite %s), but guests run Debian"
                                .formatted(suite))
                        : mirror);
    }
}
