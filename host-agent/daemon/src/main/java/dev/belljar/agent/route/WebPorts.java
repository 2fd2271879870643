package dev.belljar.agent.route;

import dev.belljar.agent.host.DurableFile;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Chooses the ports of the web server: 443 and 80 if this user may bind them, else high ports.
///
/// The first choice is stored in a file, because another port changes all addresses. If another program uses it
/// now, the next free port is used for this run.
final class WebPorts {
    /// The ports in use now; `instead` is the stored port that was not free.
    record Taken(int https, int http, @Nullable Integer instead) {}

    private static final int HTTPS = 443;
    private static final int HIGH_HTTPS = 8443;
    private static final int HTTP = 80;
    private static final int HIGH_HTTP = 8480;
    private static final int TRIES = 50;

    private final Path file;
    private final @Nullable Integer preferred;

    private WebPorts(Path file, @Nullable Integer preferred) {
        this.file = file;
        this.preferred = preferred;
    }

    /// The ports stored in this file, unless `BELLJAR_HTTPS_PORT` sets another.
    ///
    /// @throws IOException when that is not a port
    static WebPorts of(Path file, Map<String, String> environment) throws IOException {
        String asked = environment.get("BELLJAR_HTTPS_PORT");
        if (asked == null) {
            return new WebPorts(file, null);
        }
        if (!asked.matches("[1-9][0-9]{0,4}") || Integer.parseInt(asked) > 65_535) {
            throw new IOException("BELLJAR_HTTPS_PORT \"" + asked + "\": expected a port from 1 to 65535");
        }
        return new WebPorts(file, Integer.parseInt(asked));
    }

    /// Chooses ports that are free at this moment.
    ///
    /// @throws IOException when none is free
    Taken take() throws IOException {
        Integer kept = preferred == null ? kept() : preferred;
        int first = kept == null ? HTTPS : kept;
        int https = IntStream.concat(IntStream.of(first), IntStream.range(HIGH_HTTPS, HIGH_HTTPS + TRIES))
                .filter(WebPorts::free)
                .findFirst()
                .orElseThrow(() -> new IOException("no port is free for HTTPS: %d and %d to %d are in use"
                        .formatted(first, HIGH_HTTPS, HIGH_HTTPS + TRIES - 1)));
        if (kept == null) {
            DurableFile.write(file, https + "\n");
        }
        return new Taken(https, http(https), kept != null && kept != https ? kept : null);
    }

    private static int http(int https) throws IOException {
        IntStream high = IntStream.range(HIGH_HTTP, HIGH_HTTP + TRIES);
        return (https == HTTPS ? IntStream.concat(IntStream.of(HTTP), high) : high)
                .filter(port -> port != https && free(port))
                .findFirst()
                .orElseThrow(() -> new IOException("no port is free for HTTP"));
    }

    private @Nullable Integer kept() throws IOException {
        if (!Files.exists(file)) {
            return null;
        }
        String text = Files.readString(file).strip();
        return text.matches("[1-9][0-9]{0,4}") ? Integer.valueOf(text) : null;
    }

    private static boolean free(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
