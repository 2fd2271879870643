package dev.belljar.agent.journal;

import dev.belljar.contract.event.GapEvent;
import java.io.IOException;
import java.util.List;

/// Keeps what a guest fills of a journal, or makes the host fill, within a limit: the files are cut into parts
/// together, and the oldest parts of all of them are dropped together. The files of the host's own facts are not
/// among them.
final class JournalRetention {
    /// So much is dropped at once, as a part of the limit: little of the past, and not a file for every minute.
    private static final int SHARE = 8;

    private final String what;
    private final List<LineFile> files;
    private final long limit;

    /// Files that together may hold `limit` bytes of `what`; they are scanned already.
    JournalRetention(String what, List<LineFile> files, long limit) {
        this.what = what;
        this.files = files;
        this.limit = limit;
        // A crash between two files leaves them out of step.
        int newest = files.stream().mapToInt(LineFile::number).max().orElse(1);
        files.forEach(file -> file.renumber(newest));
    }

    /// Begins new parts when the newest ones are full.
    void cutWhenFull() throws IOException {
        if (files.stream().mapToLong(LineFile::sizeOfNewest).sum() < limit / SHARE) {
            return;
        }
        int next = files.getFirst().number() + 1;
        for (LineFile file : files) {
            file.cut(next);
        }
    }

    /// True when the files hold more than they may, and there is an older part to drop.
    boolean exceeded() {
        return files.stream().mapToLong(LineFile::size).sum() > limit
                && files.stream().anyMatch(file -> file.oldest().number() < file.number());
    }

    /// What `dropOldest` will take away, as an event of this time.
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
                "the oldest %s were removed, because they took more than %d MiB".formatted(what, limit >> 20));
    }

    /// Deletes the oldest part of every file that has one of that time.
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
