package dev.belljar.agent.journal;

import dev.belljar.contract.event.Event.GapEvent;
import java.io.IOException;
import java.util.List;

/// Keeps the journal files whose size depends on a guest within a limit: the files are cut into parts together,
/// and the oldest parts of all of them are deleted together. The file of the host's other events is not among
/// them.
final class JournalRetention {
    /// The fraction of the limit that is deleted at once: small enough to lose little history, large enough not
    /// to make a file every minute.
    private static final int SHARE = 8;

    private final String what;
    private final List<LineFile> files;
    private final long limit;

    /// Limits files, which were scanned already, to `limit` bytes of `what` together.
    JournalRetention(String what, List<LineFile> files, long limit) {
        this.what = what;
        this.files = files;
        this.limit = limit;
        // A crash between cutting two files leaves them with different numbers.
        int newest = files.stream().mapToInt(LineFile::number).max().orElse(1);
        files.forEach(file -> file.renumber(newest));
    }

    /// Begins new parts if the newest ones are full.
    void cutWhenFull() throws IOException {
        if (files.stream().mapToLong(LineFile::sizeOfNewest).sum() < limit / SHARE) {
            return;
        }
        int next = files.getFirst().number() + 1;
        for (LineFile file : files) {
            file.cut(next);
        }
    }

    /// True if the files exceed the limit, and there is an older part to delete.
    boolean exceeded() {
        return files.stream().mapToLong(LineFile::size).sum() > limit
                && files.stream().anyMatch(file -> file.oldest().number() < file.number());
    }

    /// The event that reports what `dropOldest` will delete, with this time.
    GapEvent removed(long ts) {
        int oldest = oldest();
        long lines = files.stream()
                .filter(file -> file.oldest().number() == oldest)
                .mapToLong(file -> file.oldest().lines())
                .sum();
        return new GapEvent(
                0,
                ts,
                "lost",
                lines,
                "the oldest %s were removed because the journal exceeded %d MiB".formatted(what, limit >> 20));
    }

    /// Deletes the parts with the oldest number in all files.
    void dropOldest() throws IOException {
        int oldest = oldest();
        for (LineFile file : files) {
            if (file.oldest().number() == oldest && oldest < file.number()) {
                file.drop();
            }
        }
    }

    private int oldest() {
        return files.stream().mapToInt(file -> file.oldest().number()).min().orElseThrow();
    }
}
