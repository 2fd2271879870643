package dev.belljar.agent.authority;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.List;

/// Makes trust stores for Java programs.
///
/// The format is JKS: every version of Java reads it, and its certificates can be read without the password.
final class JavaTrustStore {
    private static final String PASSWORD = "changeit";

    private JavaTrustStore() {}

    /// A store with these certificates.
    static byte[] of(List<X509Certificate> certificates) {
        try {
            KeyStore store = KeyStore.getInstance("JKS");
            store.load(null, null);
            int number = 0;
            for (X509Certificate each : certificates) {
                store.setCertificateEntry("authority" + number++, each);
            }
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            store.store(bytes, PASSWORD.toCharArray());
            return bytes.toByteArray();
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("certificates that were read cannot be stored", e);
        }
    }
}
