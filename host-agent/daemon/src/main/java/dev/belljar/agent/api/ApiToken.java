package dev.belljar.agent.api;

import dev.belljar.agent.host.DurableFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/// The secret that callers on TCP show: 256 random bits in hex, made anew by each host agent and left in a file only
/// its owner can read. Whoever got hold of an earlier one has nothing.
final class ApiToken {
    private static final int BYTES = 32;
    private static final String SCHEME = "Bearer ";

    private final byte[] secret;

    private ApiToken(String secret) {
        this.secret = secret.getBytes(StandardCharsets.UTF_8);
    }

    /// A token nobody has seen, in this file instead of what was there.
    static ApiToken fresh(Path file) throws IOException {
        byte[] random = new byte[BYTES];
        new SecureRandom().nextBytes(random);
        String secret = HexFormat.of().formatHex(random);
        DurableFile.write(file, secret + "\n");
        return new ApiToken(secret);
    }

    /// Whether an `Authorization` header shows this token; takes as long whatever is wrong with it.
    boolean shownBy(@Nullable String authorization) {
        if (authorization == null || !authorization.startsWith(SCHEME)) {
            return false;
        }
        byte[] shown = authorization.substring(SCHEME.length()).strip().getBytes(StandardCharsets.UTF_8);
        return MessageDigest.isEqual(secret, shown);
    }
}
