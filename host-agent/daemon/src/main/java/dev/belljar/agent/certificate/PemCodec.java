package dev.belljar.agent.certificate;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;

/// Writes and reads keys and certificates as PEM text.
public final class PemCodec {
    private static final Base64.Encoder LINES = Base64.getMimeEncoder(64, new byte[] {'\n'});

    private PemCodec() {}

    static String of(PrivateKey key) {
        return pem("PRIVATE KEY", key.getEncoded());
    }

    /// A certificate as PEM.
    public static String of(X509Certificate certificate) {
        try {
            return pem("CERTIFICATE", certificate.getEncoded());
        } catch (CertificateEncodingException e) {
            throw new IllegalStateException("a certificate cannot be encoded as PEM", e);
        }
    }

    static X509Certificate certificate(String pem) throws GeneralSecurityException {
        return (X509Certificate) CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII)));
    }

    /// Reads the private key of an elliptic curve.
    static PrivateKey key(String pem) throws GeneralSecurityException {
        String base64 = pem.replaceAll("-----[A-Z ]+-----", "");
        try {
            byte[] encoded = Base64.getMimeDecoder().decode(base64);
            return KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(encoded));
        } catch (IllegalArgumentException e) {
            throw new GeneralSecurityException("its private key is damaged");
        }
    }

    private static String pem(String what, byte[] encoded) {
        return "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(what, LINES.encodeToString(encoded), what);
    }
}
