package dev.belljar.agent.template;

import dev.belljar.agent.setup.SetupException;
import dev.belljar.agent.setup.SetupFiles;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.environment.Environment;
import dev.belljar.contract.environment.Environment.EnvironmentFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/// What a template was made for: the guest image, the accepted environment, the lock files of the project and
/// the files that are copied. If any of them changes, so does `value`.
record TemplateKey(String value, List<String> lockFiles) {
    /// The files in the project's folder that pin what its package managers install.
    static final List<String> LOCK_FILES = List.of(
            "package-lock.json",
            "npm-shrinkwrap.json",
            "yarn.lock",
            "pnpm-lock.yaml",
            "bun.lock",
            "bun.lockb",
            "requirements.txt",
            "requirements-dev.txt",
            "constraints.txt",
            "poetry.lock",
            "uv.lock",
            "pdm.lock",
            "Pipfile.lock",
            "Cargo.lock",
            "go.sum",
            "Gemfile.lock",
            "composer.lock",
            "mix.lock",
            "gradle.lockfile",
            "flake.lock");

    /// Part of every key: a change of how templates are made makes all of them outdated.
    private static final String FORMAT = "belljar project template 1";

    TemplateKey {
        lockFiles = List.copyOf(lockFiles);
    }

    /// The key for the present files of a project.
    ///
    /// @throws SetupException when one of the files cannot be read: no template may be taken for a state that is
    /// not known
    static TemplateKey of(SetupFiles files, Environment environment, String image) throws SetupException {
        MessageDigest digest = sha256();
        add(digest, FORMAT.getBytes(StandardCharsets.UTF_8));
        add(digest, image.getBytes(StandardCharsets.UTF_8));
        add(digest, ContractJson.line(environment).getBytes(StandardCharsets.UTF_8));
        List<String> found = new ArrayList<>();
        for (String name : LOCK_FILES) {
            Path file = files.project().resolve(name);
            if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                add(digest, name.getBytes(StandardCharsets.UTF_8));
                add(digest, files.read(name));
                found.add(name);
            }
        }
        for (EnvironmentFile file : environment.files()) {
            add(digest, file.from().getBytes(StandardCharsets.UTF_8));
            add(digest, files.read(file.from()));
        }
        return new TemplateKey(HexFormat.of().formatHex(digest.digest()), found);
    }

    /// Each part is preceded by its length, so that no two lists of parts have the same bytes.
    private static void add(MessageDigest digest, byte[] part) {
        digest.update((part.length + ":").getBytes(StandardCharsets.UTF_8));
        digest.update(part);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java runtime has no SHA-256", e);
        }
    }
}
