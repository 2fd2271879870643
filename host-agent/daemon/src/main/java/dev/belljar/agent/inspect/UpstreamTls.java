package dev.belljar.agent.inspect;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManagerFactory;

/// TLS to servers: TLS 1.2 or newer; certificates are checked against the authorities that this host trusts and
/// against the requested name. Safe for several threads.
public final class UpstreamTls {
    private static final List<String> BUNDLES =
            List.of("/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem");
    private static final int MOST_SESSIONS = 1_000;

    private final SSLContext context;

    private UpstreamTls(SSLContext context) {
        this.context = context;
    }

    /// Trusts the authorities of this host: the bundle in `SSL_CERT_FILE`, else the system's, else the Java
    /// platform's.
    ///
    /// @throws GeneralSecurityException when that bundle exists and cannot be read
    public static UpstreamTls ofHost(Map<String, String> environment) throws GeneralSecurityException {
        String named = environment.get("SSL_CERT_FILE");
        List<String> places = named == null ? BUNDLES : List.of(named);
        for (String place : places) {
            Path bundle = Path.of(place);
            if (named != null || Files.isReadable(bundle)) {
                return trusting(read(bundle));
            }
        }
        return trusting((KeyStore) null);
    }

    private static KeyStore read(Path bundle) throws GeneralSecurityException {
        // The factory reads single bytes.
        try (InputStream in = new BufferedInputStream(Files.newInputStream(bundle))) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            int number = 0;
            for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                store.setCertificateEntry("ca" + number++, each);
            }
            return store;
        } catch (IOException e) {
            throw new GeneralSecurityException(bundle + ": " + e.getMessage(), e);
        }
    }

    /// Trusts the certificates in this store, or those of the Java platform if null.
    ///
    /// @throws GeneralSecurityException when the store has no trusted certificate
    public static UpstreamTls trusting(@org.jspecify.annotations.Nullable KeyStore store)
            throws GeneralSecurityException {
        TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        context.getClientSessionContext().setSessionCacheSize(MOST_SESSIONS);
        return new UpstreamTls(context);
    }

    /// The context with the authorities that this trusts.
    public SSLContext context() {
        return context;
    }

    /// The client's side of a handshake with this host.
    SSLEngine engine(String host, int port) {
        SSLEngine engine = context.createSSLEngine(host, port);
        engine.setUseClientMode(true);
        SSLParameters parameters = engine.getSSLParameters();
        parameters.setProtocols(new String[] {"TLSv1.3", "TLSv1.2"});
        parameters.setApplicationProtocols(new String[] {"http/1.1"});
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        parameters.setServerNames(List.of(new SNIHostName(host)));
        engine.setSSLParameters(parameters);
        return engine;
    }
}
