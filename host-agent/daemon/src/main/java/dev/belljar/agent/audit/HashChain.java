package dev.belljar.agent.audit;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// How the lines of an audit hang together: each has the SHA-256 of the bytes of the one before, the first
/// zeros.
final class HashChain {
    static final String GENESIS = "0".repeat(64);

    private HashChain() {}

    static String hash(byte[] line) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(line));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
