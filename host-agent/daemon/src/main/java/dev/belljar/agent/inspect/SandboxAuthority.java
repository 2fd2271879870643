package dev.belljar.agent.inspect;

import dev.belljar.agent.certificate.CertificateFactory;
import dev.belljar.agent.certificate.KeptAuthority;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;

/// The certificate authority of one sandbox: signs certificates for the inspected names, for that sandbox's
/// guest alone. Its key is in the sandbox's folder on the host, readable by its owner only, and never in the
/// guest. Safe for several threads.
final class SandboxAuthority {
    private static final String KEY = "authority.key";
    private static final String CERTIFICATE = "authority.pem";
    private static final Duration RENEW_LEAF = Duration.ofDays(1);
    private static final int MOST_LEAVES = 500;
    private static final int MOST_SESSIONS = 64;

    private final KeptAuthority kept;
    private final KeyPair leafKey;
    private final InstantSource clock;
    private final Map<String, Leaf> leaves = new LinkedHashMap<>(16, 0.75f, true);

    private record Leaf(SSLContext context, Instant made) {}

    private SandboxAuthority(KeptAuthority kept, InstantSource clock) throws GeneralSecurityException {
        this.kept = kept;
        this.leafKey = CertificateFactory.key();
        this.clock = clock;
    }

    /// Opens the authority in this folder. The authority, and the folder, are created if there is none or if
    /// its certificate expires soon.
    ///
    /// @throws InspectException when the folder cannot be used, or others may read the key
    static SandboxAuthority open(Path folder, String name, InstantSource clock) throws InspectException {
        try {
            Files.createDirectories(folder);
            // The certificate cannot be limited to the inspected names: they are not known yet.
            KeptAuthority kept = KeptAuthority.open(
                    folder.resolve(KEY),
                    folder.resolve(CERTIFICATE),
                    clock,
                    (key, now) -> CertificateFactory.authority(key, name, 0, List.of(), now));
            return new SandboxAuthority(kept, clock);
        } catch (IOException | GeneralSecurityException e) {
            throw new InspectException(
                    InspectException.FOLDER,
                    "%s: this sandbox's certificate authority cannot be used: %s".formatted(folder, e.getMessage()),
                    "Check that you own the folder. If you delete `%s` and `%s`, a new authority is created."
                            .formatted(KEY, CERTIFICATE),
                    e);
        }
    }

    /// The certificate that the guest is to trust, in PEM.
    String pem() {
        return kept.pem();
    }

    /// The certificate that the guest is to trust.
    X509Certificate certificate() {
        return kept.certificate();
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
        SSLContext context =
                fresh(CertificateFactory.leaf(kept.certificate(), kept.key(), leafKey.getPublic(), host, now));
        leaves.put(host, new Leaf(context, now));
        return context;
    }

    private SSLContext fresh(X509Certificate leaf) throws GeneralSecurityException {
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            X509Certificate[] chain = {leaf, kept.certificate()};
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
