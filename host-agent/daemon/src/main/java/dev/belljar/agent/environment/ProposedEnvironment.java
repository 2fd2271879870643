package dev.belljar.agent.environment;

import dev.belljar.contract.environment.Environment;
import dev.belljar.contract.environment.Environment.EnvironmentImage;
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

    /// Identifies the file, its content, and the content of the image that it names.
    String digest() {
        EnvironmentImage image = environment.image();
        // Under the name of an image, something else can be imported.
        return hash((file == null ? "" : file) + "\0" + text + (image == null ? "" : "\0" + image.digest()));
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
