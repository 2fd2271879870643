package dev.belljar.agent.authority;

import dev.belljar.contract.text.FileErrors;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads the certificates in a file: PEM blocks, with any text between them, or one certificate in DER.
///
/// The size of a file, of a certificate and their number are limited. A file that also has a private key is
/// refused as a whole, so that no key can ever be passed on by mistake.
final class CertificateReader {
    static final int MOST_BYTES = 4 << 20;
    static final int MOST_CERTIFICATES = 1_000;
    static final int LONGEST = 16 << 10;
    private static final int SEQUENCE = 0x30;
    private static final Pattern KEY = Pattern.compile("-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----");
    /// The quantifiers are possessive: a long file without an end mark must not take long.
    private static final Pattern BLOCK = Pattern.compile(
            "-----BEGIN (?:X509 |TRUSTED )?CERTIFICATE-----([^-]*+)-----END (?:X509 |TRUSTED )?CERTIFICATE-----");

    private CertificateReader() {}

    /// The certificates in this file, in their order.
    ///
    /// @throws IOException when it cannot be read, contains something else or too much, with the reason in
    ///     words
    static List<X509Certificate> read(Path file) throws IOException {
        return parse(bytes(file));
    }

    /// The certificates in the content of such a file.
    ///
    /// @throws IOException when it contains something else or too much, with the reason in words
    static List<X509Certificate> parse(byte[] bytes) throws IOException {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        if (KEY.matcher(text).find()) {
            throw new IOException("it contains a private key: expected certificates only");
        }
        List<X509Certificate> certificates = new ArrayList<>();
        Matcher blocks = BLOCK.matcher(text);
        while (blocks.find()) {
            if (certificates.size() >= MOST_CERTIFICATES) {
                throw new IOException("it has more than %,d certificates".formatted(MOST_CERTIFICATES));
            }
            certificates.add(certificate(decoded(blocks.group(1))));
        }
        if (certificates.isEmpty() && bytes.length > 0 && bytes[0] == SEQUENCE) {
            certificates.add(certificate(bytes));
        }
        if (certificates.isEmpty()) {
            throw new IOException("it contains no certificate in PEM or DER");
        }
        return certificates;
    }

    private static byte[] bytes(Path file) throws IOException {
        // Opening a pipe would wait for its writer.
        if (!Files.readAttributes(file, BasicFileAttributes.class).isRegularFile()) {
            throw new IOException("it is not a regular file");
        }
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) {
                throw new IOException("it is larger than %d MiB".formatted(MOST_BYTES >> 20));
            }
            return bytes;
        } catch (IOException e) {
            throw new IOException(FileErrors.reason(e), e);
        }
    }

    private static byte[] decoded(String base64) throws IOException {
        try {
            return Base64.getMimeDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            throw new IOException("one of its certificates is damaged", e);
        }
    }

    private static X509Certificate certificate(byte[] encoded) throws IOException {
        if (encoded.length > LONGEST) {
            throw new IOException("one of its certificates is larger than %d KiB".formatted(LONGEST >> 10));
        }
        try {
            return (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(encoded));
        } catch (CertificateException e) {
            throw new IOException("one of its certificates is damaged", e);
        }
    }
}
