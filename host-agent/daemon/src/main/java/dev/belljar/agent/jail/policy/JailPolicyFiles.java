package dev.belljar.agent.jail.policy;

import dev.belljar.contract.policy.RuleScope;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// Where policies for jails are: the organization's and the user's file, and a folder for those of projects,
/// which are never in the project itself.
public record JailPolicyFiles(Path organization, Path user, Path projects) {
    private static final int DIGEST_BYTES = 8;

    /// The usual places. `config` is the user's folder for settings, `data` Belljar's own.
    public static JailPolicyFiles in(Path config, Path data) {
        return new JailPolicyFiles(
                Path.of("/etc/belljar/jail-policy.json"),
                config.resolve("belljar/jail-policy.json"),
                data.resolve("policies"));
    }

    /// The file of a layer.
    Path of(RuleScope layer, String project) {
        return switch (layer) {
            case ORGANIZATION -> organization;
            case PROJECT -> projects.resolve("jail-" + digest(project) + ".json");
            case ONCE, SANDBOX, USER -> user;
        };
    }

    /// A short name for a project.
    public static String digest(String project) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(project.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, DIGEST_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
