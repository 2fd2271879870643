package dev.belljar.agent.route;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

/// Tests whether a server on this host has a certificate for a name that is valid for a client that trusts only
/// Belljar's root. A server accepts connections before it has its certificates.
final class CertificateProof {
    private static final int PATIENCE_MILLIS = 2_000;

    private final SSLContext context;

    private CertificateProof(SSLContext context) {
        this.context = context;
    }

    /// @throws IOException when the root cannot be read
    static CertificateProof by(RouteAuthority root) throws IOException {
        try (InputStream file = Files.newInputStream(root.certificate())) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setCertificateEntry(
                    "root", CertificateFactory.getInstance("X.509").generateCertificate(file));
            TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
            trust.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return new CertificateProof(context);
        } catch (GeneralSecurityException e) {
            throw new IOException(root.certificate() + ": the certificate cannot be used", e);
        }
    }

    /// True if the server at this port of `127.0.0.1` presents a valid certificate for the name.
    boolean holds(String name, int port) {
        try (Socket plain = new Socket()) {
            plain.connect(
                    new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port), PATIENCE_MILLIS);
            plain.setSoTimeout(PATIENCE_MILLIS);
            try (SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(plain, name, port, true)) {
                SSLParameters parameters = socket.getSSLParameters();
                parameters.setEndpointIdentificationAlgorithm("HTTPS");
                socket.setSSLParameters(parameters);
                socket.startHandshake();
                return true;
            }
        } catch (IOException e) {
            return false;
        }
    }
}
