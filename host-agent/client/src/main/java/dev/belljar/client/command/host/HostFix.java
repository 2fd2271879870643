package dev.belljar.client.command.host;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/// Computes how two files of this host must be changed so that names of `sandbox.local` are resolved. A pure
/// function of text; a correct file is returned unchanged.
final class HostFix {
    static final Path SWITCH = Path.of("/etc/nsswitch.conf");
    static final Path ALLOW = Path.of("/etc/mdns.allow");

    private static final String FULL = "mdns4";
    private static final String MINIMAL = "mdns4_minimal";
    private static final List<String> ALLOWED = List.of(".sandbox.local.", ".sandbox.local");
    private static final List<String> OTHERS = List.of(".local.", ".local");
    private static final List<String> BEFORE = List.of("resolve", "dns", "myhostname");

    private HostFix() {}

    /// Returns `nsswitch.conf` with mDNS for every name, before the services that query other computers.
    static String nameSwitch(String text) {
        if (text.lines().noneMatch(HostFix::isHosts)) {
            return text + (text.isEmpty() || text.endsWith("\n") ? "" : "\n") + "hosts: files mdns4 dns\n";
        }
        return text.lines().map(line -> isHosts(line) ? hosts(line) : line).collect(Collectors.joining("\n", "", "\n"));
    }

    /// Returns `mdns.allow` with the names of sandboxes. If `nsswitch.conf` already sends every name of
    /// `local` to mDNS, a newly created file must allow these names too: once the file exists, only the
    /// listed names are allowed.
    static String allow(String text, String nameSwitch) {
        List<String> lines = new ArrayList<>(text.lines().toList());
        List<String> known = lines.stream().map(String::strip).toList();
        if (known.contains("*") || known.containsAll(ALLOWED)) {
            return text;
        }
        if (text.isEmpty() && asksForAll(nameSwitch)) {
            lines.addAll(OTHERS);
        }
        ALLOWED.stream().filter(line -> !known.contains(line)).forEach(lines::add);
        return lines.stream().collect(Collectors.joining("\n", "", "\n"));
    }

    private static boolean asksForAll(String nameSwitch) {
        List<String> words = nameSwitch
                .lines()
                .filter(HostFix::isHosts)
                .flatMap(line -> Arrays.stream(line.split("#", 2)[0].strip().split("\\s+")))
                .toList();
        return words.contains(FULL) && !words.contains(MINIMAL);
    }

    private static boolean isHosts(String line) {
        return line.startsWith("hosts:");
    }

    private static String hosts(String line) {
        int comment = line.indexOf('#');
        String rule = comment < 0 ? line : line.substring(0, comment);
        List<String> words = new ArrayList<>(Arrays.asList(rule.strip().split("\\s+")));
        if (words.contains(FULL)) {
            return line;
        }
        int at = words.size();
        for (int i = words.size() - 1; i > 0; i--) {
            if (BEFORE.contains(words.get(i))) {
                at = i;
            }
        }
        words.add(at, FULL);
        return words.getFirst() + "          " + String.join(" ", words.subList(1, words.size()))
                + (comment < 0 ? "" : " " + line.substring(comment));
    }
}
