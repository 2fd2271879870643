package dev.belljar.agent.inspect;

import dev.belljar.agent.certificate.CertificateFactory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/// A certificate authority that only tests trust, and TLS contexts for its servers.
public final class TestAuthority {
    private final KeyPair key;
    private final X509Certificate certificate;

    public TestAuthority() throws GeneralSecurityException {
        key = CertificateFactory.key();
        certificate = CertificateFactory.authority(key, "Test authority", 0, List.of(), Instant.now());
    }

    /// A key store that trusts the authority.
    public KeyStore store() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setCertificateEntry("test", certificate);
        return store;
    }

    /// The TLS context of a server with this name.
    public SSLContext server(String name) throws GeneralSecurityException, IOException {
        return server(name, Instant.now());
    }

    /// The TLS context of a server with an expired certificate.
    SSLContext expired(String name) throws GeneralSecurityException, IOException {
        return server(name, Instant.now().minus(Duration.ofDays(30)));
    }

    private SSLContext server(String name, Instant when) throws GeneralSecurityException, IOException {
        KeyPair own = CertificateFactory.key();
        X509Certificate leaf = CertificateFactory.leaf(certificate, key.getPrivate(), own.getPublic(), name, when);
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry("server", own.getPrivate(), new char[0], new X509Certificate[] {leaf, certificate});
        KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
        keys.init(store, new char[0]);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        return context;
    }

    String pem() throws GeneralSecurityException {
        Base64.Encoder encoder = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII));
        return "-----BEGIN CERTIFICATE-----\n" + encoder.encodeToString(certificate.getEncoded())
                + "\n-----END CERTIFICATE-----\n";
    }
}
