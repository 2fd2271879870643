package dev.belljar.agent.oci;

import dev.belljar.agent.erofs.ImagePath;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/// A digest as images name their parts, such as `sha256:` with 64 hex digits.
public record OciDigest(String algorithm, String hex) {
    private static final Pattern SHA256 = Pattern.compile("sha256:[0-9a-f]{64}");
    private static final Pattern SHA512 = Pattern.compile("sha512:[0-9a-f]{128}");

    /// Reads a digest.
    ///
    /// @throws OciException when it is none, or of an unknown kind
    static OciDigest parse(String text, String what) throws OciException {
        if (!SHA256.matcher(text).matches() && !SHA512.matcher(text).matches()) {
            throw OciException.invalid(
                    "%s has the digest \"%s\": expected sha256: or sha512: with lower-case hex digits"
                            .formatted(what, ImagePath.shown(text)));
        }
        return new OciDigest(text.substring(0, 6), text.substring(7));
    }

    /// The path of the file with this digest in a layout.
    String path() {
        return "blobs/" + algorithm + "/" + hex;
    }

    MessageDigest start() {
        try {
            return MessageDigest.getInstance(algorithm.equals("sha256") ? "SHA-256" : "SHA-512");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256 and SHA-512", e);
        }
    }

    /// Checks the digest that was computed.
    ///
    /// @throws OciException when it is another one
    void require(byte[] computed, String what) throws OciException {
        String found = HexFormat.of().formatHex(computed);
        if (!found.equals(hex)) {
            throw OciException.invalid("%s does not have the digest that the image states: expected %s, found %s:%s"
                    .formatted(what, this, algorithm, found));
        }
    }

    @Override
    public String toString() {
        return algorithm + ":" + hex;
    }
}
