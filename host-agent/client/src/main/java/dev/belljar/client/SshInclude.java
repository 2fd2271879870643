package dev.belljar.client;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/// Adds to the user's ssh config the line that includes Belljar's config, and removes it.
///
/// The line comes first: below a `Host` or `Match` it would apply to that only, and the first value wins. The
/// file is changed only on the user's request; the rest of it stays identical, and so do its mode and a link to
/// it. A copy is stored beside it before the first change.
///
/// `file` is the user's config, `included` Belljar's.
public record SshInclude(Path file, Path included) {
    private static final Set<PosixFilePermission> PRIVATE = PosixFilePermissions.fromString("rw-------");
    private static final String COMMENT =
            "# Belljar's sandboxes as hosts: ssh belljar-NAME (belljar ssh-config --remove)";
    /// Maps every byte to one character, so that unknown encodings are preserved.
    private static final Charset BYTES = StandardCharsets.ISO_8859_1;
    private static final Pattern PLAIN = Pattern.compile("/[^\\p{Cntrl}\"'\\\\$%*?\\[\\]{}~`]*");

    /// Uses the user's files in this environment: `~/.ssh/config`, which ssh reads, and Belljar's config by
    /// the XDG base directories.
    public static SshInclude of(Map<String, String> environment) {
        String data = environment.getOrDefault("XDG_DATA_HOME", "");
        Path base = data.startsWith("/")
                ? Path.of(data)
                : Path.of(environment.getOrDefault("HOME", System.getProperty("user.home")), ".local", "share");
        return new SshInclude(
                Path.of(System.getProperty("user.home"), ".ssh", "config"), base.resolve("belljar/ssh/config"));
    }

    /// Returns this include for another config file.
    public SshInclude in(Path other) {
        return new SshInclude(other.toAbsolutePath(), included);
    }

    /// The include line.
    ///
    /// @throws IOException when the path contains a character that ssh would interpret
    public String line() throws IOException {
        String path = included.toString();
        if (!PLAIN.matcher(path).matches()) {
            throw new IOException(path
                    + ": ssh cannot include a file whose path contains quotes, wildcards or other special characters");
        }
        return "Include \"" + path + "\"";
    }

    /// Returns whether the file includes Belljar's config for every host.
    public boolean installed() {
        try {
            return Files.exists(file) && isIn(read());
        } catch (IOException e) {
            return false;
        }
    }

    /// Adds the line at the beginning of the file; returns false if it is there already.
    ///
    /// @throws IOException when the file cannot be read or written; it is then unchanged
    public boolean install() throws IOException {
        if (Files.isSymbolicLink(file) && !Files.exists(file)) {
            throw new IOException(file + ": the target of this symbolic link does not exist; create the target first");
        }
        String text = Files.exists(file) ? read() : "";
        if (isIn(text)) {
            return false;
        }
        String rest = without(text);
        String bytes = new String((COMMENT + "\n" + line() + "\n").getBytes(StandardCharsets.UTF_8), BYTES);
        write(bytes + (rest.isEmpty() || rest.startsWith("\n") ? "" : "\n") + rest);
        return true;
    }

    /// Removes the line; returns false if it is not there.
    ///
    /// @throws IOException when the file cannot be read or written; it is then unchanged
    public boolean remove() throws IOException {
        if (!Files.exists(file)) {
            return false;
        }
        String text = read();
        String rest = without(text);
        if (rest.equals(text)) {
            return false;
        }
        write(rest.startsWith("\n") ? rest.substring(1) : rest);
        return true;
    }

    /// The path of the copy that was made before the first change.
    public Path backup() throws IOException {
        Path real = real();
        return real.resolveSibling(real.getFileName() + ".before-belljar");
    }

    private boolean isIn(String text) throws IOException {
        for (String line : text.split("\n", -1)) {
            String words = line.strip();
            String first = words.toLowerCase(Locale.ROOT);
            if (first.matches("(host|match)\\b.*")) {
                return false;
            }
            if (isOurs(words)) {
                return true;
            }
        }
        return false;
    }

    private String without(String text) throws IOException {
        List<String> kept = new ArrayList<>();
        String comment = new String(COMMENT.getBytes(StandardCharsets.UTF_8), BYTES);
        for (String line : text.split("\n", -1)) {
            if (!isOurs(line.strip()) && !line.strip().equals(comment)) {
                kept.add(line);
            }
        }
        return String.join("\n", kept);
    }

    private boolean isOurs(String line) throws IOException {
        String ours = new String(line().getBytes(StandardCharsets.UTF_8), BYTES);
        return line.equals(ours) || line.equals(ours.replace("\"", ""));
    }

    private String read() throws IOException {
        return Files.readString(file, BYTES);
    }

    private Path real() throws IOException {
        return Files.exists(file) ? file.toRealPath() : file;
    }

    private void write(String text) throws IOException {
        Path real = real();
        Path folder = real.getParent();
        if (folder == null) {
            throw new IOException(real + ": has no parent folder");
        }
        if (!Files.exists(folder)) {
            Files.createDirectories(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
        Set<PosixFilePermission> mode = PRIVATE;
        if (Files.exists(real)) {
            mode = Files.getPosixFilePermissions(real);
            if (!Files.exists(backup(), LinkOption.NOFOLLOW_LINKS)) {
                Files.copy(real, backup(), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
        Path aside = Files.createTempFile(folder, ".config", ".new", PosixFilePermissions.asFileAttribute(PRIVATE));
        try {
            Files.writeString(aside, text, BYTES);
            Files.setPosixFilePermissions(aside, mode);
            Files.move(aside, real, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(aside);
        }
    }
}
