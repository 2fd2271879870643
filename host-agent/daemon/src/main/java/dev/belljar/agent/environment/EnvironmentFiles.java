package dev.belljar.agent.environment;

import dev.belljar.contract.environment.Environment.EnvironmentFile;
import dev.belljar.contract.text.FileErrors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/// Looks at the files of this computer that an environment would copy. No link is followed, so that a project
/// cannot name a file outside of it.
public final class EnvironmentFiles {
    /// The largest file that is copied, in bytes.
    public static final int MOST_BYTES = 16 << 20;

    private EnvironmentFiles() {}

    // The regular file to copy. It may be replaced at any time: whoever opens it must not follow a link either.
    private static void check(Path project, Path home, EnvironmentFile file) throws IOException {
        if (FilePaths.source(file.from()) != null || FilePaths.target(file.to()) != null) {
            throw new IOException("its path is not allowed");
        }
        boolean own = file.from().startsWith(FilePaths.HOME);
        Path at = own ? home : project;
        BasicFileAttributes found = attributes(at);
        for (String part : (own ? file.from().substring(FilePaths.HOME.length()) : file.from()).split("/")) {
            at = at.resolve(part);
            found = attributes(at);
            if (found.isSymbolicLink()) {
                throw new IOException("it is, or is in, a symbolic link, which Belljar does not follow");
            }
        }
        if (!found.isRegularFile()) {
            throw new IOException("it is not a regular file");
        }
        if (found.size() > MOST_BYTES) {
            throw new IOException("it is larger than %d MiB".formatted(MOST_BYTES >> 20));
        }
    }

    /// Why the file would not be copied at present; null if it would.
    static @Nullable String note(Path project, Path home, EnvironmentFile file) {
        try {
            check(project, home, file);
            return null;
        } catch (NoSuchFileException e) {
            return "does not exist";
        } catch (IOException e) {
            return "cannot be copied: " + FileErrors.reason(e);
        }
    }

    private static BasicFileAttributes attributes(Path file) throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    }
}
