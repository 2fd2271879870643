package dev.belljar.agent.certificate;

import dev.belljar.agent.host.DurableFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Set;

/// A certificate authority whose key and certificate are in two files that only their owner can read.
public record KeptAuthority(PrivateKey key, X509Certificate certificate) {
    private static final Duration RENEW = Duration.ofDays(60);

    /// Makes the certificate of an authority for its key.
    public interface Maker {
        X509Certificate make(KeyPair key, Instant now) throws GeneralSecurityException;
    }

    /// Opens the authority in these files; a new one is made if there is none, or if its certificate expires
    /// soon.
    ///
    /// @throws IOException when the files cannot be used, or others may read the key
    public static KeptAuthority open(Path keyFile, Path file, InstantSource clock, Maker maker)
            throws IOException, GeneralSecurityException {
        if (Files.exists(keyFile) && Files.exists(file)) {
            requireOwn(keyFile);
            X509Certificate kept = PemCodec.certificate(Files.readString(file));
            if (kept.getNotAfter().toInstant().isAfter(clock.instant().plus(RENEW))) {
                return new KeptAuthority(PemCodec.key(Files.readString(keyFile)), kept);
            }
        }
        KeyPair pair = CertificateFactory.key();
        X509Certificate made = maker.make(pair, clock.instant());
        // Deleted first: a process that is killed in between must not leave a key beside the certificate of
        // another key.
        Files.deleteIfExists(file);
        DurableFile.write(keyFile, PemCodec.of(pair.getPrivate()));
        DurableFile.write(file, PemCodec.of(made));
        return new KeptAuthority(pair.getPrivate(), made);
    }

    /// The certificate in PEM, for programs that are to trust it.
    public String pem() {
        return PemCodec.of(certificate);
    }

    private static void requireOwn(Path file) throws IOException {
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
        if (permissions.stream().anyMatch(each -> !each.name().startsWith("OWNER_"))) {
            throw new IOException("other users can read or write its private key");
        }
    }
}
