package dev.belljar.agent.authority;

import dev.belljar.contract.text.VisibleText;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/// What people need to know about a certificate.
final class CertificateFacts {
    private static final int LONGEST_NAME = 300;
    private static final int SIGNS_CERTIFICATES = 5;

    private CertificateFacts() {}

    /// The SHA-256 digest in hexadecimal digits.
    static String fingerprint(X509Certificate certificate) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded()));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a certificate that was read cannot be encoded", e);
        }
    }

    static String subject(X509Certificate certificate) {
        return shown(certificate.getSubjectX500Principal().getName());
    }

    static String issuer(X509Certificate certificate) {
        return shown(certificate.getIssuerX500Principal().getName());
    }

    private static String shown(String name) {
        String line = VisibleText.line(name);
        return line.length() > LONGEST_NAME ? line.substring(0, LONGEST_NAME) + "…" : line;
    }

    /// Why guests cannot trust this certificate as an authority now; null if they can.
    static @Nullable String problem(X509Certificate certificate, Instant now) {
        boolean[] usage = certificate.getKeyUsage();
        if (certificate.getBasicConstraints() < 0) {
            return "it is not the certificate of an authority";
        }
        if (usage != null && !usage[SIGNS_CERTIFICATES]) {
            return "it may not sign certificates";
        }
        if (certificate.getNotAfter().toInstant().isBefore(now)) {
            return "it expired on " + day(certificate.getNotAfter().toInstant());
        }
        return certificate.getNotBefore().toInstant().isAfter(now)
                ? "it is not valid before " + day(certificate.getNotBefore().toInstant())
                : null;
    }

    private static String day(Instant time) {
        return time.atZone(ZoneOffset.UTC).toLocalDate().toString();
    }
}
