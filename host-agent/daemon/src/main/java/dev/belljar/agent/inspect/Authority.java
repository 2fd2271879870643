package dev.belljar.agent.inspect;

import dev.belljar.agent.host.DurableFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;

/// The authority of one sandbox: signs, for that sandbox's machine alone, certificates for the names that are
/// looked into. Its key is in the sandbox's folder on the host, for its owner only, and never in the machine. Safe
/// for several threads.
final class Authority {
    private static final String KEY = "authority.key";
    private static final String CERTIFICATE = "authority.pem";
    private static final Duration RENEW_LEAF = Duration.ofDays(1);
    private static final Duration RENEW_AUTHORITY = Duration.ofDays(60);
    private static final int MOST_LEAVES = 500;
    private static final int MOST_SESSIONS = 64;
    private static final Base64.Encoder PEM = Base64.getMimeEncoder(64, new byte[] {'\n'});

    private final PrivateKey key;
    private final X509Certificate certificate;
    private final KeyPair leafKey;
    private final InstantSource clock;
    private final Map<String, Leaf> leaves = new LinkedHashMap<>(16, 0.75f, true);

    private record Leaf(SSLContext context, Instant made) {}

    private Authority(PrivateKey key, X509Certificate certificate, InstantSource clock)
            throws GeneralSecurityException {
        this.key = key;
        this.certificate = certificate;
        this.leafKey = Certificates.key();
        this.clock = clock;
    }

    /// The authority in this folder, which is made, with the folder, if there is none or it will soon be over.
    ///
    /// @throws InspectException when the folder cannot be used, or others may read the key
    static Authority open(Path folder, String name, InstantSource clock) throws InspectException {
        try {
            Files.createDirectories(folder);
            Path keyFile = folder.resolve(KEY);
            Path file = folder.resolve(CERTIFICATE);
            if (Files.exists(keyFile) && Files.exists(file)) {
                requireOwn(keyFile);
                X509Certificate kept = certificate(Files.readString(file));
                if (kept.getNotAfter().toInstant().isAfter(clock.instant().plus(RENEW_AUTHORITY))) {
                    return new Authority(key(Files.readString(keyFile)), kept, clock);
                }
            }
            KeyPair pair = Certificates.key();
            X509Certificate made = Certificates.authority(pair, name, clock.instant());
            DurableFile.write(keyFile, pem("PRIVATE KEY", pair.getPrivate().getEncoded()));
            DurableFile.write(file, pem("CERTIFICATE", made.getEncoded()));
            return new Authority(pair.getPrivate(), made, clock);
        } catch (IOException | GeneralSecurityException e) {
            throw new InspectException(
                    InspectException.FOLDER,
                    "%s: the authority of this sandbox cannot be used: %s".formatted(folder, e.getMessage()),
                    "Check that the folder is yours; without `%s` and `%s` a new one is made."
                            .formatted(KEY, CERTIFICATE),
                    e);
        }
    }

    private static void requireOwn(Path file) throws IOException {
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
        if (permissions.stream().anyMatch(each -> !each.name().startsWith("OWNER_"))) {
            throw new IOException("others may read or write its key");
        }
    }

    private static String pem(String what, byte[] encoded) {
        return "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(what, PEM.encodeToString(encoded), what);
    }

    private static X509Certificate certificate(String pem) throws GeneralSecurityException {
        return (X509Certificate) CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII)));
    }

    private static PrivateKey key(String pem) throws GeneralSecurityException {
        String base64 = pem.replaceAll("-----[A-Z ]+-----", "");
        try {
            byte[] encoded = Base64.getMimeDecoder().decode(base64);
            return KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(encoded));
        } catch (IllegalArgumentException e) {
            throw new GeneralSecurityException("its key is damaged");
        }
    }

    /// The certificate a machine is to trust.
    String pem() {
        try {
            return pem("CERTIFICATE", certificate.getEncoded());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a certificate that was read can be written", e);
        }
    }

    /// The server's side of a handshake as this host.
    ///
    /// @throws GeneralSecurityException when no certificate can be made for the name
    SSLEngine engine(String host) throws GeneralSecurityException {
        SSLEngine engine = context(host).createSSLEngine();
        engine.setUseClientMode(false);
        SSLParameters parameters = engine.getSSLParameters();
        parameters.setProtocols(new String[] {"TLSv1.3", "TLSv1.2"});
        parameters.setApplicationProtocols(new String[] {"http/1.1"});
        parameters.setNeedClientAuth(false);
        engine.setSSLParameters(parameters);
        return engine;
    }

    private synchronized SSLContext context(String host) throws GeneralSecurityException {
        Leaf known = leaves.get(host);
        Instant now = clock.instant();
        if (known != null && now.isBefore(known.made().plus(RENEW_LEAF))) {
            return known.context();
        }
        if (leaves.size() >= MOST_LEAVES && known == null) {
            leaves.remove(leaves.keySet().iterator().next());
        }
        SSLContext context = fresh(Certificates.leaf(certificate, key, leafKey.getPublic(), host, now));
        leaves.put(host, new Leaf(context, now));
        return context;
    }

    private SSLContext fresh(X509Certificate leaf) throws GeneralSecurityException {
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            X509Certificate[] chain = {leaf, certificate};
            store.setKeyEntry("leaf", leafKey.getPrivate(), new char[0], chain);
            KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
            keys.init(store, new char[0]);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), null, null);
            context.getServerSessionContext().setSessionCacheSize(MOST_SESSIONS);
            return context;
        } catch (IOException e) {
            throw new GeneralSecurityException(e);
        }
    }
}
