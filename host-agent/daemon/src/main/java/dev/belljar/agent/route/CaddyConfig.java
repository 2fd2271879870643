package dev.belljar.agent.route;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The configuration that Caddy reads once at its start: `caddy/routes.json` with the paths and ports of this
/// host filled in.
final class CaddyConfig {
    private static final Pattern VERSION = Pattern.compile("v?([0-9]{1,4})\\.([0-9]{1,4})(?:[^0-9].*)?");
    /// Minor version from which Caddy has the option that keeps open WebSockets alive when another configuration
    /// is loaded; older ones refuse the unknown option.
    private static final int FIRST_STREAMS = 7;

    private static final String STREAMS = "\"stream_close_delay\": \"24h\",";

    private final String template;

    CaddyConfig(String template) {
        this.template = template;
    }

    /// The configuration of this build.
    ///
    /// @throws IOException when the build does not contain it
    static CaddyConfig built() throws IOException {
        return new CaddyConfig(text("routes.json"));
    }

    /// A file of `caddy/`.
    ///
    /// @throws IOException when the build does not contain the file
    static String text(String name) throws IOException {
        try (InputStream file = CaddyConfig.class.getResourceAsStream(name)) {
            if (file == null) {
                throw new IOException(name + " is missing from this build");
            }
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /// Paths: the sockets of Caddy's admin API and of the forward-auth server, the folder of certificates, the
    /// log file.
    record Places(Path admin, Path auth, Path storage, Path log) {}

    /// The configuration for these paths, this root certificate, these ports and this version of Caddy.
    String with(Places places, RouteAuthority root, WebPorts.Taken ports, String version) {
        return template.replace("@ADMIN@", quoted(places.admin()))
                .replace("@DOOR@", quoted(places.auth()))
                .replace("@STORAGE@", quoted(places.storage()))
                .replace("@LOG@", quoted(places.log()))
                .replace("@AUTHORITY@", root.id())
                .replace("@ROOT@", quoted(root.certificate()))
                .replace("@ROOT_KEY@", quoted(root.key()))
                .replace("@HTTPS@", Integer.toString(ports.https()))
                .replace("@HTTP@", Integer.toString(ports.http()))
                .replace("@SUFFIX@", ports.https() == AddressFormatter.HTTPS ? "" : ":" + ports.https())
                .replace("@STREAMS@", keepsStreams(version) ? STREAMS : "");
    }

    private static boolean keepsStreams(String version) {
        Matcher number = VERSION.matcher(version);
        if (!number.matches()) {
            return false;
        }
        int major = Integer.parseInt(number.group(1));
        return major > 2 || (major == 2 && Integer.parseInt(number.group(2)) >= FIRST_STREAMS);
    }

    private static String quoted(Path path) {
        return path.toString().replace("\\", "\\\\").replace("\"", "\\\"");
    }
}
