package dev.belljar.client.transfer;

import dev.belljar.contract.codec.TomlFault;
import dev.belljar.contract.codec.TomlTable;
import dev.belljar.contract.text.VisibleText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The patterns of artifacts that a project proposes in `.belljar/sync.toml`, and whether the user confirmed them.
///
/// A project can come from anywhere, so its proposal is used only after the user saw and confirmed it, once for each
/// content of the file. The confirmations are lines of a file of the user: the hash of the project's path and of the
/// file.
public record ProposedArtifacts(List<String> patterns, String hash, Path confirmations) {
    /// The file in the project that proposes them.
    public static final String FILE = ".belljar/sync.toml";
    private static final String KEY = "artifacts";
    private static final int LARGEST = 64 << 10;
    private static final int PATTERNS = 100;

    public ProposedArtifacts {
        patterns = List.copyOf(patterns);
    }

    /// True if the project has a file that proposes artifacts. It may still not be valid.
    public static boolean exist(Path project) {
        Path file = project.resolve(FILE);
        Path folder = file.getParent();
        return folder != null
                && Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
    }

    /// Reads the proposal of a project.
    ///
    /// @throws IOException when there is none, or it is not valid
    public static ProposedArtifacts of(Path project, Map<String, String> environment) throws IOException {
        Path file = project.resolve(FILE);
        if (!exist(project)) {
            throw new IOException(file + " does not exist: create it and list patterns in it, as in `artifacts ="
                    + " [\"dist/**\"]`");
        }
        byte[] content = content(file);
        List<String> patterns = new ArrayList<>();
        try {
            Object value =
                    TomlTable.read(new String(content, StandardCharsets.UTF_8)).value(KEY);
            if (!(value instanceof List<?> list) || list.isEmpty() || list.size() > PATTERNS) {
                throw new IOException(file + ": expected a line such as `artifacts = [\"dist/**\"]`");
            }
            for (Object each : list) {
                if (!(each instanceof String text) || !VisibleText.line(text).equals(text)) {
                    throw new IOException(file + ": expected each artifact to be a pattern in quotes");
                }
                patterns.add(WorkspacePath.relative(text));
            }
        } catch (TomlFault e) {
            throw new IOException(file + ": " + VisibleText.line(String.valueOf(e.getMessage())), e);
        }
        return new ProposedArtifacts(patterns, hash(project, content), confirmations(environment));
    }

    /// True if the user confirmed this content before.
    public boolean confirmed() throws IOException {
        return Files.exists(confirmations) && Files.readAllLines(confirmations).contains(hash);
    }

    /// Remembers that the user confirmed this content.
    public void confirm() throws IOException {
        Path folder = confirmations.getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        Files.writeString(confirmations, hash + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private static byte[] content(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            byte[] content = in.readNBytes(LARGEST + 1);
            if (content.length > LARGEST) {
                throw new IOException(file + ": expected at most 64 KiB");
            }
            return content;
        } catch (NoSuchFileException e) {
            throw new IOException(file + " no longer exists", e);
        }
    }

    private static Path confirmations(Map<String, String> environment) {
        @Nullable String data = environment.get("XDG_DATA_HOME");
        Path folder = data == null || !data.startsWith("/")
                ? Path.of(environment.getOrDefault("HOME", System.getProperty("user.home")), ".local/share")
                : Path.of(data);
        return folder.resolve("belljar/confirmed-artifacts");
    }

    private static String hash(Path project, byte[] content) throws IOException {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(project.toRealPath().toString().getBytes(StandardCharsets.UTF_8));
            digest.update((byte) 0);
            return HexFormat.of().formatHex(digest.digest(content));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java runtime has no SHA-256", e);
        }
    }
}
