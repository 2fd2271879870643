package dev.belljar.agent.sockets;

import dev.belljar.agent.packet.IpAddress;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// The names of `/etc/hosts` with their IPv4 addresses, read again after a while, because users edit the file.
final class HostsFile {
    static final int MOST_BYTES = 1 << 20;
    private static final int MOST_ADDRESSES = 16;
    private static final long KEPT_NANOS = Duration.ofSeconds(5).toNanos();

    private final Path file;
    private Map<String, List<IpAddress>> names = Map.of();
    private long readAt;
    private boolean read;

    HostsFile(Path file) {
        this.file = file;
    }

    /// The addresses of a name in lower case; empty if the file does not have it.
    List<IpAddress> addresses(String name) {
        if (!read || System.nanoTime() - readAt > KEPT_NANOS) {
            read = true;
            readAt = System.nanoTime();
            names = parse();
        }
        return names.getOrDefault(name, List.of());
    }

    private Map<String, List<IpAddress>> parse() {
        Map<String, List<IpAddress>> all = new HashMap<>();
        // Some block advertisers with a file of many megabytes; its beginning has the names of the user's network.
        try (InputStream in = Files.newInputStream(file)) {
            String text = new String(in.readNBytes(MOST_BYTES), StandardCharsets.ISO_8859_1);
            text.lines().forEach(line -> add(all, line));
        } catch (IOException e) {
            return Map.of();
        }
        return all;
    }

    private static void add(Map<String, List<IpAddress>> all, String line) {
        int comment = line.indexOf('#');
        String[] words =
                (comment < 0 ? line : line.substring(0, comment)).strip().split("\\s+");
        IpAddress address;
        try {
            address = IpAddress.of(InetAddress.ofLiteral(words[0]));
        } catch (IllegalArgumentException e) {
            return;
        }
        if (address == null || address.six()) {
            return;
        }
        for (int i = 1; i < words.length; i++) {
            List<IpAddress> known = all.computeIfAbsent(words[i].toLowerCase(Locale.ROOT), _ -> new ArrayList<>());
            if (known.size() < MOST_ADDRESSES && !known.contains(address)) {
                known.add(address);
            }
        }
    }
}
