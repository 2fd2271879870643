package dev.belljar.agent.route;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// What Caddy is told at its start, and never again: `caddy/routes.json` with the places of this host filled in.
final class CaddyConfig {
    private final String template;

    CaddyConfig(String template) {
        this.template = template;
    }

    /// The configuration of this build.
    ///
    /// @throws IOException when it is not in it
    static CaddyConfig built() throws IOException {
        return new CaddyConfig(text("routes.json"));
    }

    /// A file of `caddy/`.
    ///
    /// @throws IOException when it is not in this build
    static String text(String name) throws IOException {
        try (InputStream file = CaddyConfig.class.getResourceAsStream(name)) {
            if (file == null) {
                throw new IOException(name + " is missing from this build");
            }
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /// Where things are: sockets of the admin and the door, the folder of certificates, the file of the log.
    record Places(Path admin, Path door, Path storage, Path log) {}

    /// The configuration for these places, this root and these ports.
    String with(Places places, Root root, WebPorts.Taken ports) {
        return template.replace("@ADMIN@", quoted(places.admin()))
                .replace("@DOOR@", quoted(places.door()))
                .replace("@STORAGE@", quoted(places.storage()))
                .replace("@LOG@", quoted(places.log()))
                .replace("@AUTHORITY@", root.id())
                .replace("@ROOT@", quoted(root.certificate()))
                .replace("@ROOT_KEY@", quoted(root.key()))
                .replace("@HTTPS@", Integer.toString(ports.https()))
                .replace("@HTTP@", Integer.toString(ports.http()))
                .replace("@SUFFIX@", ports.https() == Addresses.HTTPS ? "" : ":" + ports.https());
    }

    private static String quoted(Path path) {
        return path.toString().replace("\\", "\\\\").replace("\"", "\\\"");
    }
}
