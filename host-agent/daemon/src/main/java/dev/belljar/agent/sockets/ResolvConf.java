package dev.belljar.agent.sockets;

import dev.belljar.agent.packet.IpAddress;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The name servers and search domains of `/etc/resolv.conf`, read again after a while, because a laptop
/// changes networks.
final class ResolvConf {
    private static final int PORT = 53;
    private static final int MOST = 3;
    private static final int MOST_DOMAINS = 6;
    private static final int MOST_BYTES = 1 << 20;
    private static final long KEPT_NANOS = Duration.ofSeconds(5).toNanos();
    private static final Pattern DOMAIN = Pattern.compile(
            "(?=.{1,200}$)[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*");

    private final Path file;
    private List<NameServer> servers = List.of();
    private List<String> domains = List.of();
    private long readAt;
    private boolean read;

    ResolvConf(Path file) {
        this.file = file;
    }

    List<NameServer> servers() {
        refresh();
        return servers;
    }

    /// The domains in which the host looks for names of one label, in lower case.
    List<String> domains() {
        refresh();
        return domains;
    }

    private void refresh() {
        if (read && System.nanoTime() - readAt <= KEPT_NANOS) {
            return;
        }
        read = true;
        readAt = System.nanoTime();
        List<String> lines = lines();
        servers = lines.stream()
                .filter(line -> line.startsWith("nameserver "))
                .map(line -> address(line.substring("nameserver ".length()).strip()))
                .filter(Objects::nonNull)
                .limit(MOST)
                .map(address -> new NameServer(address, PORT))
                .toList();
        // The last line of either kind counts.
        domains = lines.stream()
                .filter(line -> line.matches("(search|domain)\\s.*"))
                .reduce((_, last) -> last)
                .map(line -> Stream.of(line.split("\\s+"))
                        .skip(1)
                        .map(word -> word.toLowerCase(Locale.ROOT).replaceFirst("\\.$", ""))
                        .filter(word -> DOMAIN.matcher(word).matches())
                        .limit(MOST_DOMAINS)
                        .toList())
                .orElse(List.of());
    }

    private List<String> lines() {
        try (InputStream in = Files.newInputStream(file)) {
            return new String(in.readNBytes(MOST_BYTES), StandardCharsets.ISO_8859_1)
                    .lines()
                    .map(String::strip)
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    private static @Nullable IpAddress address(String text) {
        try {
            return IpAddress.of(InetAddress.ofLiteral(text));
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
