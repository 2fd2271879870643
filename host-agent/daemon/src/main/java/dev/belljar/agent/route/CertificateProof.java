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

/// Tries whether a server of this host proves, to whoever trusts our root alone, that a name is its own. A server takes
/// connections before it has its certificates.
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
            throw new IOException(root.certificate() + ": cannot be used", e);
        }
    }

    /// True when the server at this port of `127.0.0.1` has a certificate for the name that holds.
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
