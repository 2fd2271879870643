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

    /// The configuration for these sockets, this folder for certificates, this file for what it logs, and these ports.
    String with(Path admin, Path door, Path storage, Path log, WebPorts.Taken ports) {
        return template.replace("@ADMIN@", quoted(admin))
                .replace("@DOOR@", quoted(door))
                .replace("@STORAGE@", quoted(storage))
                .replace("@LOG@", quoted(log))
                .replace("@HTTPS@", Integer.toString(ports.https()))
                .replace("@HTTP@", Integer.toString(ports.http()))
                .replace("@SUFFIX@", ports.https() == Addresses.HTTPS ? "" : ":" + ports.https());
    }

    private static String quoted(Path path) {
        return path.toString().replace("\\", "\\\\").replace("\"", "\\\"");
    }
}
