package dev.belljar.agent.route;

import dev.belljar.agent.certificate.CertificateFactory;
import dev.belljar.agent.certificate.KeptAuthority;
import dev.belljar.agent.host.FileTrees;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;

/// The root certificate that users trust for the addresses of sandboxes. Its name constraints permit nothing
/// else: a stolen key cannot be used to impersonate other websites.
///
/// Caddy would create a root that may sign any name. It is given this one instead, with which it signs, every
/// few days, the intermediate authority of its certificates.
record RouteAuthority(Path key, Path certificate, String id) {
    private static final String NAME = "Addresses of sandboxes";
    /// Path length: one intermediate authority, Caddy's.
    private static final int BELOW = 1;
    private static final int ID_BYTES = 8;

    /// The certificate file of the root in this folder.
    static Path certificate(Path data) {
        return data.resolve("root.pem");
    }

    /// Opens the root in this folder; creates one if there is none or it expires soon.
    ///
    /// @throws IOException when the folder cannot be used, or others may read the key
    static RouteAuthority open(Path data, InstantSource clock) throws IOException {
        Path key = data.resolve("root.key");
        Path file = certificate(data);
        try {
            KeptAuthority kept = KeptAuthority.open(
                    key,
                    file,
                    clock,
                    (pair, now) -> CertificateFactory.authority(pair, NAME, BELOW, OuterName.DOMAINS, now));
            byte[] digest = MessageDigest.getInstance("SHA-256")
                    .digest(kept.certificate().getEncoded());
            return new RouteAuthority(key, file, "belljar-" + HexFormat.of().formatHex(digest, 0, ID_BYTES));
        } catch (IOException | GeneralSecurityException e) {
            throw new IOException(
                    ("%s: the certificate authority for browser addresses cannot be used: %s. If you "
                                    + "delete this file, Belljar creates a new authority")
                            .formatted(key, e.getMessage()),
                    e);
        }
    }

    /// Deletes certificates that other roots signed, and the key of the root that Caddy made before Belljar had
    /// its own.
    ///
    /// @throws IOException when something cannot be deleted
    void clean(Path store) throws IOException {
        for (String folder : List.of("pki/authorities", "certificates")) {
            Path all = store.resolve(folder);
            if (Files.isDirectory(all)) {
                try (DirectoryStream<Path> others = Files.newDirectoryStream(
                        all, each -> !each.getFileName().toString().equals(id))) {
                    for (Path other : others) {
                        FileTrees.delete(other);
                    }
                }
            }
        }
    }
}
