package dev.belljar.agent.api;

import dev.belljar.agent.host.DurableFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The secret that callers show: 256 random bits in hex, made once and kept in a file only its owner can read.
final class ApiToken {
    private static final int OCTETS = 32;
    private static final String SCHEME = "Bearer ";
    private static final Set<PosixFilePermission> OWNER =
            Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

    private final byte[] secret;

    private ApiToken(String secret) {
        this.secret = secret.getBytes(StandardCharsets.UTF_8);
    }

    /// The token in this file; a file that is missing, not a token, or open to others is replaced.
    static ApiToken in(Path file) throws IOException {
        if (Files.isRegularFile(file)) {
            String kept = Files.readString(file, StandardCharsets.ISO_8859_1).strip();
            if (kept.matches("[0-9a-f]{64}") && OWNER.containsAll(Files.getPosixFilePermissions(file))) {
                return new ApiToken(kept);
            }
        }
        byte[] random = new byte[OCTETS];
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
