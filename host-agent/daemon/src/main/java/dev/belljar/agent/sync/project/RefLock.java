package dev.belljar.agent.sync.project;

import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.SyncFaults;
import dev.belljar.contract.text.TimeSpan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;

/// The file with which a git locks a ref of the project, until it ends; a git that was killed leaves it behind.
public record RefLock(String ref, Path file, Duration age) {
    /// How long Belljar's git waits for another one.
    public static final String PATIENCE = "core.filesRefLockTimeout=3000";

    /// The lock of this ref; empty if it is not locked.
    public static Optional<RefLock> of(Path repository, String ref) {
        return Stream.of(ref + ".lock", "reftable/tables.list.lock")
                .map(repository::resolve)
                .flatMap(file -> at(ref, file).stream())
                .findFirst();
    }

    private static Optional<RefLock> at(String ref, Path file) {
        try {
            Instant made =
                    Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS).toInstant();
            Duration age = Duration.between(made, Instant.now());
            return Optional.of(new RefLock(ref, file, age.isNegative() ? Duration.ZERO : age));
        } catch (IOException e) {
            return Optional.empty(); // there is none, or it ended in this moment
        }
    }

    /// What the user can do.
    public SyncException fault() {
        Duration whole = age.toHours() > 0 ? Duration.ofHours(age.toHours()) : Duration.ofMinutes(age.toMinutes());
        String since = whole.isZero() ? "for less than a minute" : "for " + TimeSpan.words(whole);
        return SyncFaults.refused(
                "%s is locked by another git in the project: %s has existed %s"
                        .formatted(ref, SyncFaults.clean(file.toString()), since),
                "If git is running in the project, wait until it ends. Otherwise, a git that was killed left this file"
                        + " behind: delete it. Then sync again.");
    }
}
