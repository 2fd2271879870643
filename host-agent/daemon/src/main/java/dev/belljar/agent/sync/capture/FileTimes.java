package dev.belljar.agent.sync.capture;

import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.git.GitPath;
import dev.belljar.agent.sync.git.GitRecords;
import dev.belljar.agent.sync.git.GitRunner;
import dev.belljar.agent.sync.git.RefNames;
import dev.belljar.agent.sync.repository.HostRepository;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Lists the modification times that the files of a capture have on the host, for programs such as `make`, which
/// would otherwise make files again that came with the project.
///
/// A file with a later time than the capture may have other content than the captured one, so its time is not listed.
final class FileTimes {
    /// Bytes of a list: some hundred thousand files.
    static final int MOST_BYTES = 32 << 20;

    private static final Logger LOG = LoggerFactory.getLogger(FileTimes.class);

    private FileTimes() {}

    /// For each regular file of the capture: seconds since 1970, a space, nanoseconds, a space, the path, NUL. The list
    /// is empty if git fails: a sandbox can start without the times.
    static byte[] of(HostRepository repository, Path project, String capture) throws InterruptedException {
        GitRunner git = repository.untrusted();
        try {
            String commit = RefNames.object(capture);
            Instant captured = Instant.ofEpochSecond(Long.parseLong(git.line("show", "-s", "--format=%ct", commit)));
            return of(git, project, commit, captured);
        } catch (SyncException e) {
            LOG.warn("{}: the times of its files cannot be kept", project, e);
            return new byte[0];
        }
    }

    private static byte[] of(GitRunner git, Path project, String commit, Instant captured)
            throws SyncException, InterruptedException {
        ByteArrayOutputStream list = new ByteArrayOutputStream();
        try (GitRecords entries = new GitRecords(git, GitRunner.LIMIT, "ls-tree", "-r", "-z", "--full-tree", commit)) {
            for (String entry = entries.next(); entry != null; entry = entries.next()) {
                GitPath path = new GitPath(entry.substring(entry.indexOf('\t') + 1));
                Instant time = entry.startsWith("100") && !entries.cut() ? time(project, path) : null;
                // The time of a commit has no fraction of a second.
                if (time != null && time.getEpochSecond() <= captured.getEpochSecond()) {
                    add(list, time, path);
                }
            }
        }
        return list.toByteArray();
    }

    private static void add(ByteArrayOutputStream list, Instant time, GitPath path) {
        byte[] when = (time.getEpochSecond() + " " + time.getNano() + " ").getBytes(StandardCharsets.US_ASCII);
        byte[] name = path.bytes();
        if (list.size() + when.length + name.length < MOST_BYTES) {
            list.writeBytes(when);
            list.writeBytes(name);
            list.write(0);
        }
    }

    /// The time of a regular file; null if it is none any more, or if this host cannot represent its name.
    private static @Nullable Instant time(Path project, GitPath path) {
        try {
            String name = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(path.bytes()))
                    .toString();
            BasicFileAttributes found =
                    Files.readAttributes(project.resolve(name), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            return found.isRegularFile() ? found.lastModifiedTime().toInstant() : null;
        } catch (IOException | InvalidPathException e) {
            return null;
        }
    }
}
