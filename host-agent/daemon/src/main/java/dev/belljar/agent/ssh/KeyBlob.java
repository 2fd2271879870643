package dev.belljar.agent.ssh;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// Validates the decoded base64 of a public key (RFC 4253, 5656, 8709, OpenSSH PROTOCOL.u2f): fields of a
/// four-byte length and so many bytes. Every field must be of the kind that the key type requires, and no bytes
/// may follow the last.
final class KeyBlob {
    private static final int LEAST_RSA_BITS = 2_048;
    private static final int ED25519 = 32;
    private static final int UNCOMPRESSED = 4;
    private static final Map<String, Layout> LAYOUTS = layouts();

    /// The fields that follow the type.
    private interface Layout {
        boolean fits(ByteBuffer blob);
    }

    private KeyBlob() {}

    static boolean knows(String type) {
        return LAYOUTS.containsKey(type);
    }

    static String types() {
        return String.join(", ", LAYOUTS.keySet());
    }

    /// @throws SshException `ssh.key-invalid` when these bytes are not a key of this type
    static void check(String type, byte[] bytes) throws SshException {
        ByteBuffer blob = ByteBuffer.wrap(bytes);
        Layout layout = LAYOUTS.get(type);
        boolean fits = layout != null && word(blob).equals(type) && layout.fits(blob) && !blob.hasRemaining();
        if (!fits) {
            throw SshException.invalid(
                    "the base64 data is not a valid key of type " + type
                            + (type.equals("ssh-rsa") ? " with at least %,d bits".formatted(LEAST_RSA_BITS) : ""),
                    "Check with `ssh-keygen -l -f FILE.pub` that the file is complete.");
        }
    }

    private static Map<String, Layout> layouts() {
        Map<String, Layout> layouts = new LinkedHashMap<>();
        layouts.put("ssh-ed25519", blob -> field(blob).length == ED25519);
        layouts.put("ecdsa-sha2-nistp256", blob -> isPoint(blob, "nistp256", 32));
        layouts.put("ecdsa-sha2-nistp384", blob -> isPoint(blob, "nistp384", 48));
        layouts.put("ecdsa-sha2-nistp521", blob -> isPoint(blob, "nistp521", 66));
        layouts.put("ssh-rsa", blob -> field(blob).length > 0 && bits(field(blob)) >= LEAST_RSA_BITS);
        layouts.put("sk-ssh-ed25519@openssh.com", blob -> field(blob).length == ED25519 && field(blob).length > 0);
        layouts.put(
                "sk-ecdsa-sha2-nistp256@openssh.com", blob -> isPoint(blob, "nistp256", 32) && field(blob).length > 0);
        return Collections.unmodifiableMap(layouts);
    }

    private static boolean isPoint(ByteBuffer blob, String curve, int size) {
        if (!word(blob).equals(curve)) {
            return false;
        }
        byte[] point = field(blob);
        return point.length == 1 + 2 * size && point[0] == UNCOMPRESSED;
    }

    private static int bits(byte[] number) {
        return number.length == 0 || number[0] < 0 ? 0 : new java.math.BigInteger(number).bitLength();
    }

    private static String word(ByteBuffer blob) {
        return new String(field(blob), StandardCharsets.ISO_8859_1);
    }

    /// The next field; empty, which is not permitted, if there is none or it is longer than the remaining bytes.
    private static byte[] field(ByteBuffer blob) {
        if (blob.remaining() < Integer.BYTES) {
            return new byte[0];
        }
        int length = blob.getInt();
        if (length < 0 || length > blob.remaining()) {
            return new byte[0];
        }
        byte[] field = new byte[length];
        blob.get(field);
        return field;
    }
}
