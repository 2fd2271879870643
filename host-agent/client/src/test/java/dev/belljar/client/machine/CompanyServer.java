package dev.belljar.client.machine;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.belljar.agent.certificate.CertificateFactory;
import dev.belljar.agent.certificate.PemCodec;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Executors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/// An HTTPS server on this host whose certificate is of an authority of its own, `CN=Company root`, which is in
/// a file.
record CompanyServer(HttpsServer server, Path authority) implements AutoCloseable {
    /// Starts a server for a name; the file with the authority is put into a folder.
    static CompanyServer start(InetAddress address, String host, Path folder, HttpHandler handler) throws Exception {
        KeyPair authorityKey = CertificateFactory.key();
        X509Certificate authority =
                CertificateFactory.authority(authorityKey, "Company root", 0, List.of(), Instant.now());
        KeyPair own = CertificateFactory.key();
        X509Certificate leaf =
                CertificateFactory.leaf(authority, authorityKey.getPrivate(), own.getPublic(), host, Instant.now());
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry("server", own.getPrivate(), new char[0], new Certificate[] {leaf});
        KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
        keys.init(store, new char[0]);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        HttpsServer server = HttpsServer.create(new InetSocketAddress(address, 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context));
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", handler);
        server.start();
        return new CompanyServer(server, Files.writeString(folder.resolve("company.pem"), PemCodec.of(authority)));
    }

    int port() {
        return server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
