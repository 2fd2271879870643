package dev.belljar.agent.ssh;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.regex.Pattern;

/// An OpenSSH public key as in a line of an `authorized_keys` file, without options: its type, its base64, and
/// its comment, reduced to printable ASCII.
///
/// Lines come from users and from untrusted machines: only an exact key of a known type is accepted.
public record PublicKey(String type, String base64, String comment) {
    /// RSA keys of 16,384 bits, the longest OpenSSH makes, have 2,800 characters.
    static final int LONGEST = 4_096;

    private static final int LONGEST_COMMENT = 120;
    private static final Pattern UNPRINTABLE = Pattern.compile("[^\\x20-\\x7e]");
    private static final Pattern BETWEEN = Pattern.compile("[ \\t]+");
    private static final String OWN_FILE = "Use the file whose name ends in .pub, or the line in it.";

    /// Parses a line.
    ///
    /// @throws SshException `ssh.key-invalid` saying what is wrong with it
    public static PublicKey of(String line) throws SshException {
        String text = line.strip();
        if (text.contains("PRIVATE KEY")) {
            throw SshException.invalid("this is a private key: expected a public key", OWN_FILE);
        }
        if (text.length() > LONGEST) {
            throw SshException.invalid(
                    "the key has %,d characters: expected at most %,d".formatted(text.length(), LONGEST), OWN_FILE);
        }
        if (text.indexOf('\n') >= 0 || text.indexOf('\r') >= 0 || text.indexOf('\0') >= 0) {
            throw SshException.invalid("the key has several lines: expected one line", OWN_FILE);
        }
        String[] words = BETWEEN.split(text, 3);
        if (words.length < 2 || !KeyBlob.knows(words[0])) {
            throw SshException.invalid(
                    "\"%s\": expected a public key that begins with its type, one of %s"
                            .formatted(shown(words[0]), KeyBlob.types()),
                    "Options before the type are not supported. " + OWN_FILE);
        }
        KeyBlob.check(words[0], bytes(words[1]));
        return new PublicKey(words[0], words[1], words.length < 3 ? "" : shown(words[2]));
    }

    /// The line as it is written to a file.
    public String line() {
        return comment.isEmpty() ? type + " " + base64 : type + " " + base64 + " " + comment;
    }

    /// The key without its comment: equal for equal keys.
    public PublicKey bare() {
        return new PublicKey(type, base64, "");
    }

    /// `SHA256:` and the digest, as `ssh-keygen -l` shows it.
    public String fingerprint() {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256")
                    .digest(Base64.getDecoder().decode(base64));
            return "SHA256:" + Base64.getEncoder().withoutPadding().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java runtime has no SHA-256", e);
        }
    }

    // Only the canonical base64 is accepted, so that two lines with the same key are equal.
    private static byte[] bytes(String base64) throws SshException {
        try {
            byte[] bytes = Base64.getDecoder().decode(base64.getBytes(StandardCharsets.UTF_8));
            if (Base64.getEncoder().encodeToString(bytes).equals(base64)) {
                return bytes;
            }
        } catch (IllegalArgumentException e) {
            // The exception below reports it, in the same words as for non-canonical base64.
        }
        throw SshException.invalid("the second part of the key is not valid base64", OWN_FILE);
    }

    private static String shown(String words) {
        String printable = UNPRINTABLE.matcher(words).replaceAll("?");
        return printable.length() > LONGEST_COMMENT
                ? printable.substring(0, LONGEST_COMMENT).stripTrailing()
                : printable;
    }
}
