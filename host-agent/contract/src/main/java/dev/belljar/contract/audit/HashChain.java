package dev.belljar.contract.audit;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// The chain of an audit's lines: each line has the SHA-256 of the bytes of the line before it, the first line
/// has zeros.
public final class HashChain {
    /// The hash in the first line.
    public static final String GENESIS = "0".repeat(64);

    private HashChain() {}

    /// The SHA-256 of these bytes, in hexadecimal digits.
    public static String hash(byte[] line) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(line));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
