package dev.belljar.agent.naming;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Reads this host's resolver configuration: whether names of `sandbox.local` are looked up with mDNS at all.
///
/// glibc asks the sources of the `hosts` line of `nsswitch.conf`. `mdns4_minimal`, the usual one, refuses names of more
/// than two labels; `mdns4` takes those that `mdns.allow` lists.
record NameSwitch(Path switchFile, Path allowFile) {
    private static final String FULL = "mdns4";
    private static final List<String> ALLOWED = List.of(".sandbox.local.", ".sandbox.local");

    static NameSwitch ofHost() {
        return new NameSwitch(Path.of("/etc/nsswitch.conf"), Path.of("/etc/mdns.allow"));
    }

    /// What is missing in the configuration, one sentence with the exact line for each; empty if names are
    /// looked up.
    List<String> missing() {
        List<String> missing = new ArrayList<>();
        String hosts = hosts();
        if (!Arrays.asList(hosts.split("\\s+")).contains(FULL)) {
            missing.add("\"mdns4\" in the hosts line of " + switchFile + " (it is \"" + hosts + "\")");
        }
        List<String> allowed = lines(allowFile);
        if (!allowed.containsAll(ALLOWED) && !allowed.contains("*")) {
            missing.add("the lines " + String.join(" and ", ALLOWED) + " in " + allowFile);
        }
        return missing;
    }

    private String hosts() {
        return lines(switchFile).stream()
                .filter(line -> line.startsWith("hosts:"))
                .findFirst()
                .orElse("hosts:");
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readString(file).lines().map(String::strip).toList();
        } catch (IOException e) {
            return List.of();
        }
    }
}
