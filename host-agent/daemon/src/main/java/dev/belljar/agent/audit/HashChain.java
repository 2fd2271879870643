package dev.belljar.agent.audit;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// The chain of an audit's lines: each line has the SHA-256 of the bytes of the line before it, the first line
/// has zeros.
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
