package dev.belljar.client.environment;

import dev.belljar.contract.codec.CommentedJson;
import dev.belljar.contract.codec.JsonFault;
import dev.belljar.contract.codec.TomlFault;
import dev.belljar.contract.codec.TomlTable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The files of a project from which its needs can be seen. They are untrusted: only numbers of versions are
/// taken from them.
final class RecognizedFiles {
    private static final int MOST_BYTES = 1 << 20;

    /// A range of one major version: `22`, `v22.1.0`, `^22.1`, `~22.1`, `22.x`. A minimum does not choose a
    /// version.
    private static final Pattern NODE = Pattern.compile("[v^~=]{0,2}([0-9]{1,3})(?:\\.(?:[0-9]{1,4}|x|\\*)){0,2}");
    private static final Pattern PYTHON =
            Pattern.compile("(?:==|~=)?\\s*([0-9]{1,2}\\.[0-9]{1,3})(?:\\.(?:[0-9]{1,4}|\\*))?");

    private final Path project;

    RecognizedFiles(Path project) {
        this.project = project;
    }

    /// True if the project has a regular file with this name.
    boolean has(String name) {
        return Files.isRegularFile(project.resolve(name), LinkOption.NOFOLLOW_LINKS);
    }

    /// The first of these files that the project has.
    @Nullable
    String first(String... names) {
        for (String name : names) {
            if (has(name)) {
                return name;
            }
        }
        return null;
    }

    /// The major version of Node.js that the project chooses; null if it leaves it open.
    @Nullable
    String nodeVersion() {
        for (String name : new String[] {".nvmrc", ".node-version"}) {
            String version = version(NODE, text(name).strip());
            if (version != null) {
                return version;
            }
        }
        try {
            return CommentedJson.readMap(text("package.json")).get("engines") instanceof Map<?, ?> engines
                            && engines.get("node") instanceof String range
                    ? version(NODE, range.strip())
                    : null;
        } catch (JsonFault e) {
            return null; // npm will say what is wrong with the file
        }
    }

    /// The version of Python that the project chooses; null if it leaves it open.
    @Nullable
    String pythonVersion() {
        String version = version(PYTHON, text(".python-version").strip());
        if (version != null) {
            return version;
        }
        try {
            return TomlTable.read(text("pyproject.toml")).value("project") instanceof TomlTable table
                            && table.value("requires-python") instanceof String range
                    ? version(PYTHON, range.strip())
                    : null;
        } catch (TomlFault e) {
            return null; // pip will say what is wrong with the file
        }
    }

    private static @Nullable String version(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.matches() ? matcher.group(1) : null;
    }

    /// The text of a file; empty if it is missing, too large or cannot be read.
    private String text(String name) {
        if (!has(name)) {
            return "";
        }
        try (InputStream in = Files.newInputStream(project.resolve(name), LinkOption.NOFOLLOW_LINKS)) {
            byte[] bytes = in.readNBytes(MOST_BYTES + 1);
            return bytes.length > MOST_BYTES ? "" : new String(bytes, StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "";
        }
    }
}
