package dev.belljar.agent.sync.project;

import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.SyncFaults;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Refuses a git folder with files elsewhere: no symbolic link may lead out of it, no file may be a pipe or a
/// device, and no alternates may lie outside the project.
///
/// `info/http-alternates` is not checked: only a download over HTTP reads it, which does not happen.
final class RepositoryFiles {
    private static final int MOST = 3_000_000;
    private static final int LONGEST = 1 << 16;
    private static final int TYPE = 0170000;
    private static final int SOCKET = 0140000;

    private final RepositoryLayout layout;
    private final Set<Path> walked = new HashSet<>();
    private int seen;

    private RepositoryFiles(RepositoryLayout layout) {
        this.layout = layout;
    }

    static void check(RepositoryLayout layout) throws IOException, SyncException {
        RepositoryFiles files = new RepositoryFiles(layout);
        files.walk(layout.gitDir());
        files.walk(layout.commonDir());
        files.alternates(layout.commonDir().resolve("objects"));
    }

    private void walk(Path root) throws IOException, SyncException {
        if (walked.stream().anyMatch(root::startsWith)) {
            return;
        }
        Visitor visitor = new Visitor(root);
        Files.walkFileTree(root, visitor);
        if (visitor.fault != null) {
            throw visitor.fault;
        }
        walked.add(root);
    }

    private final class Visitor extends SimpleFileVisitor<Path> {
        private final Path root;
        private @Nullable SyncException fault;

        Visitor(Path root) {
            this.root = root;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            return passedBy(root, folder) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            if (passedBy(root, file)) {
                return FileVisitResult.CONTINUE;
            }
            if (attributes.isSymbolicLink()) {
                fault = link(root, file);
            } else if (attributes.isOther() && !socket(file)) {
                fault = SyncFaults.refused(
                        file + " is a pipe or a device: expected a file", layout.otherwise("Delete it"));
            } else if (++seen > MOST) {
                fault = SyncFaults.refused(
                        root + " has more than " + MOST + " files: too many to check",
                        "Run `git gc` in " + layout.top() + " and try again.");
            }
            return fault == null ? FileVisitResult.CONTINUE : FileVisitResult.TERMINATE;
        }

        // A file that disappeared during the check cannot be read by git either.
        @Override
        public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
            if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                throw e;
            }
            return FileVisitResult.CONTINUE;
        }
    }

    // Hooks are never run, and of a submodule only the id of its HEAD is read; both may legitimately be links.
    private static boolean passedBy(Path root, Path path) {
        return path.equals(root.resolve("hooks")) || path.equals(root.resolve("modules"));
    }

    private @Nullable SyncException link(Path root, Path link) throws IOException {
        Path folder = link.getParent() == null ? root : link.getParent().toRealPath();
        Path target = Files.exists(link)
                ? link.toRealPath()
                : folder.resolve(Files.readSymbolicLink(link)).normalize();
        boolean inside = target.startsWith(root) || layout.holds(target);
        boolean seenToo = !target.startsWith(root.resolve("hooks")) && !target.startsWith(root.resolve("modules"));
        return inside && seenToo
                ? null
                : SyncFaults.refused(
                        link + " is a symbolic link to " + SyncFaults.clean(target.toString())
                                + ": expected the repository's own file or folder",
                        layout.otherwise("Replace the link with what it points to"));
    }

    // Git's own file system monitor listens on a socket; reading one fails at once.
    private static boolean socket(Path file) throws IOException {
        return Files.getAttribute(file, "unix:mode", LinkOption.NOFOLLOW_LINKS) instanceof Integer mode
                && (mode & TYPE) == SOCKET;
    }

    private void alternates(Path objects) throws IOException, SyncException {
        Deque<Path> left = new ArrayDeque<>(Set.of(objects));
        Set<Path> read = new HashSet<>();
        while (!left.isEmpty()) {
            Path folder = left.pop();
            Path list = folder.resolve("info/alternates");
            if (!read.add(folder) || !Files.isRegularFile(list)) {
                continue;
            }
            for (String line : text(list).split("\n", -1)) {
                if (!line.isEmpty() && !line.startsWith("#")) {
                    left.push(alternate(list, line, folder.toRealPath().resolve(line)));
                }
            }
        }
    }

    private Path alternate(Path list, String line, Path other) throws IOException, SyncException {
        // A path that does not exist is refused too, because git might find it, now or later. Some versions of
        // git remove `link/..` from the path, others follow the link and go up from there.
        boolean found = !line.startsWith("\"") && Files.exists(other) && Files.exists(other.normalize());
        Path real = found ? other.toRealPath() : other;
        if (!found
                || !real.equals(other.normalize().toRealPath())
                || !(layout.holds(real) || real.startsWith(layout.top()))) {
            throw SyncFaults.refused(
                    list + " borrows objects from " + SyncFaults.clean(line) + ": expected a folder inside "
                            + layout.top(),
                    "If you trust the project, copy these objects with `git -C " + layout.top() + " repack -a -d && rm "
                            + list + "`; " + layout.otherwise("otherwise do not use the project"));
        }
        walk(real);
        return real;
    }

    private static String text(Path file) throws IOException, SyncException {
        try (var in = Files.newInputStream(file)) {
            byte[] read = in.readNBytes(LONGEST);
            if (read.length == LONGEST) {
                throw SyncFaults.refused(file + " is larger than 64 KiB: expected a few lines", "Delete it.");
            }
            return StrictText.of(file, read);
        }
    }
}
