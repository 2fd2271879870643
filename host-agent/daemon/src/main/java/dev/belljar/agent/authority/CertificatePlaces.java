package dev.belljar.agent.authority;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Where a host has certificates: `distribution` are the files and folders that packages of the distribution
/// fill, `own` those of Belljar, and `others` those that may have more, by what names them.
record CertificatePlaces(List<Path> distribution, List<Path> own, Map<String, Path> others) {
    /// Debian, Fedora, Arch and openSUSE.
    private static final List<Path> DISTRIBUTION = List.of(
            Path.of("/usr/share/ca-certificates"),
            Path.of("/usr/share/pki/ca-trust-source"),
            Path.of("/usr/share/pki/trust"),
            Path.of("/usr/share/p11-kit/trust"));
    /// Belljar's own authority for browser addresses.
    private static final List<Path> OWN = List.of(Path.of("/usr/local/share/ca-certificates/belljar.crt"));
    private static final List<Path> OTHERS = List.of(
            Path.of("/usr/local/share/ca-certificates"),
            Path.of("/etc/pki/ca-trust/source/anchors"),
            Path.of("/etc/ca-certificates/trust-source/anchors"),
            Path.of("/etc/pki/trust/anchors"),
            Path.of("/etc/ssl/certs"),
            Path.of("/etc/pki/tls/certs"));
    private static final List<String> VARIABLES = List.of(
            "SSL_CERT_FILE",
            "SSL_CERT_DIR",
            "NODE_EXTRA_CA_CERTS",
            "REQUESTS_CA_BUNDLE",
            "CURL_CA_BUNDLE",
            "PIP_CERT",
            "GIT_SSL_CAINFO",
            "CARGO_HTTP_CAINFO");

    /// The places of this host, with those that its environment variables name.
    static CertificatePlaces ofHost(Map<String, String> environment) {
        Map<String, Path> others = new LinkedHashMap<>();
        OTHERS.forEach(place -> others.put(place.toString(), place));
        others.putAll(named(environment));
        return new CertificatePlaces(DISTRIBUTION, OWN, others);
    }

    /// The places that environment variables name.
    static Map<String, Path> named(Map<String, String> environment) {
        Map<String, Path> named = new LinkedHashMap<>();
        for (String variable : VARIABLES) {
            String value = environment.getOrDefault(variable, "");
            List<String> paths = variable.endsWith("_DIR") ? List.of(value.split(":")) : List.of(value);
            for (String path : paths) {
                if (!path.isEmpty()) {
                    // What is not a path at all is listed as a file that does not exist.
                    named.put(variable + "=" + path, path(path));
                }
            }
        }
        return named;
    }

    private static Path path(String text) {
        try {
            return Path.of(text).toAbsolutePath();
        } catch (InvalidPathException e) {
            return Path.of("/nonexistent");
        }
    }

    /// The places that are asked for what the host has besides its distribution, with what names each.
    List<Map.Entry<String, Path>> sources() {
        return new ArrayList<>(others.entrySet());
    }
}
