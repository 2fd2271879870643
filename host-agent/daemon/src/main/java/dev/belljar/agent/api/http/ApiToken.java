package dev.belljar.agent.api.http;

import dev.belljar.agent.host.DurableFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/// The secret that clients on TCP send: 256 random bits in hex. Each host agent makes a new one and writes it to
/// a file that only its owner can read, so an earlier token is worth nothing.
public final class ApiToken {
    private static final int BYTES = 32;
    private static final String SCHEME = "Bearer ";

    private final byte[] secret;

    private ApiToken(String secret) {
        this.secret = secret.getBytes(StandardCharsets.UTF_8);
    }

    /// Makes a new token and writes it to this file, in place of what was there.
    public static ApiToken fresh(Path file) throws IOException {
        byte[] random = new byte[BYTES];
        new SecureRandom().nextBytes(random);
        String secret = HexFormat.of().formatHex(random);
        DurableFile.write(file, secret + "\n");
        return new ApiToken(secret);
    }

    /// Whether an `Authorization` header has this token; compares in constant time.
    boolean shownBy(@Nullable String authorization) {
        if (authorization == null || !authorization.startsWith(SCHEME)) {
            return false;
        }
        byte[] shown = authorization.substring(SCHEME.length()).strip().getBytes(StandardCharsets.UTF_8);
        return MessageDigest.isEqual(secret, shown);
    }
}
