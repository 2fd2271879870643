package dev.belljar.agent.environment;

import dev.belljar.contract.environment.Environment;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a file of a project proposes. `file` is null if there is none; `ignored` is what Belljar does not take
/// over; `problem` says why the file cannot be used.
record ProposedEnvironment(
        @Nullable String file,
        String text,
        Environment environment,
        List<String> ignored,
        @Nullable String problem) {
    static final ProposedEnvironment NOTHING = new ProposedEnvironment(null, "", Environment.EMPTY, List.of(), null);

    ProposedEnvironment {
        ignored = List.copyOf(ignored);
    }

    static ProposedEnvironment invalid(String file, String text, String problem) {
        return new ProposedEnvironment(file, text, Environment.EMPTY, List.of(), problem);
    }

    /// Identifies the file and its content.
    String digest() {
        return hash((file == null ? "" : file) + "\0" + text);
    }

    static String hash(String text) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
