package dev.belljar.agent.route;

import dev.belljar.contract.view.host.DoctorCheck;
import dev.belljar.contract.view.network.RouteServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The doctor's checks of the web server and its certificate.
final class RouteChecks {
    /// Files of the system's trusted roots on Debian-based and Fedora-based distributions.
    private static final List<Path> BUNDLES =
            List.of(Path.of("/etc/ssl/certs/ca-certificates.crt"), Path.of("/etc/pki/tls/certs/ca-bundle.crt"));

    private static final String FIX = "belljar doctor --fix";

    private RouteChecks() {}

    static List<DoctorCheck> of(RouteServer server, String version) {
        List<DoctorCheck> checks = new ArrayList<>();
        checks.add(caddy(server, version));
        if (server.certificate() != null) {
            checks.add(certificate(Path.of(server.certificate())));
        }
        return checks;
    }

    private static DoctorCheck caddy(RouteServer server, String version) {
        String name = "Caddy";
        return switch (server.state()) {
            case "running" -> new DoctorCheck(name, "ok", server.detail(), null);
            case "missing" -> new DoctorCheck(name, "warn", server.detail(), "sudo apt-get install caddy");
            case "starting" -> new DoctorCheck(name, "warn", "Caddy " + version + " is starting", null);
            // The host agent itself starts Caddy again.
            default -> new DoctorCheck(name, "fail", server.detail(), null);
        };
    }

    private static DoctorCheck certificate(Path root) {
        String name = "Certificate";
        return trusted(root)
                ? new DoctorCheck(
                        name,
                        "ok",
                        "programs that use the system's trust store trust Belljar's certificates for browser"
                                + " addresses; browsers have their own trust stores",
                        null)
                : new DoctorCheck(
                        name,
                        "warn",
                        "programs that use the system's trust store do not yet trust Belljar's certificates for"
                                + " browser addresses: the trust store does not contain "
                                + root,
                        FIX);
    }

    private static boolean trusted(Path root) {
        @Nullable String own = body(root);
        if (own == null) {
            return false;
        }
        for (Path bundle : BUNDLES) {
            String all = body(bundle);
            if (all != null && all.contains(own)) {
                return true;
            }
        }
        return false;
    }

    private static @Nullable String body(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1).replaceAll("-----[A-Z ]+-----|\\s", "");
        } catch (IOException e) {
            return null;
        }
    }
}
