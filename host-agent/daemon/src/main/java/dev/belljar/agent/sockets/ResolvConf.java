package dev.belljar.agent.sockets;

import dev.belljar.agent.packet.IpAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The name servers of `/etc/resolv.conf`, read again after a while, because a laptop changes networks.
final class ResolvConf {
    private static final int PORT = 53;
    private static final int MOST = 3;
    private static final long KEPT_NANOS = Duration.ofSeconds(5).toNanos();

    private final Path file;
    private List<NameServer> servers = List.of();
    private long readAt;
    private boolean read;

    ResolvConf(Path file) {
        this.file = file;
    }

    List<NameServer> servers() {
        if (!read || System.nanoTime() - readAt > KEPT_NANOS) {
            read = true;
            readAt = System.nanoTime();
            servers = parse();
        }
        return servers;
    }

    private List<NameServer> parse() {
        try (Stream<String> lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {
            return lines.map(String::strip)
                    .filter(line -> line.startsWith("nameserver "))
                    .map(line -> address(line.substring("nameserver ".length()).strip()))
                    .filter(Objects::nonNull)
                    .limit(MOST)
                    .map(address -> new NameServer(address, PORT))
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
