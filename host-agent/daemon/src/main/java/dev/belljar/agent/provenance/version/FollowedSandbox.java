package dev.belljar.agent.provenance.version;

import dev.belljar.agent.guest.BelljarScript;
import dev.belljar.agent.guest.ExecOutcome;
import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.GuestLink;
import dev.belljar.agent.recording.WrittenPaths;
import dev.belljar.agent.recording.WrittenPaths.WrittenFile;
import dev.belljar.contract.audit.HashChain;
import dev.belljar.contract.request.session.ExecCommand;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Reads the written files of one sandbox from its guest, several at once, and adds them to its store.
///
/// All limits are for a hostile guest: the number of files and bytes of one reading, and the bytes that are
/// read and stored in the long run, of each file and of all. A file that exceeds its own limit is read later,
/// with all that was written to it until then, and does not delay others. Used by one thread at a time.
final class FollowedSandbox {
    /// How long a file must have been left alone before it is read.
    static final long QUIET_MILLIS = 200;
    /// The most lines of a file whose versions are kept.
    static final int MOST_LINES = 20_000;

    private static final int FILES = 64;
    private static final int READ_BYTES = 8 << 20;
    /// What the headers and the end of the archive may need.
    private static final int OVERHEAD = 256 << 10;
    /// The bytes that may be read and stored at once, and how many more in each millisecond afterwards.
    private static final long READ_MOST = 64 << 20;

    private static final long READ_PER_MILLI = 4_000;
    private static final long STORE_MOST = 16 << 20;
    private static final long STORE_PER_MILLI = 200;
    private static final long PATH_MOST = 8 << 20;
    private static final long PATH_PER_MILLI = 50;
    private static final long DROPPED_EVERY = 10_000;
    private static final int SNIFFED = 8_000;
    private static final int KNOWN = 2_000;
    private static final Duration LIMIT = Duration.ofSeconds(10);
    /// Without recursion: a folder may have taken the place of a file. Tar does not follow links. Larger
    /// files are left out, because they would use up what the others may need.
    private static final String SCRIPT = """
        cd "${BELLJAR_WORKSPACE:-/workspace}" && find -files0-from - -maxdepth 0 -type f -size -%dc -print0 \
        2>/dev/null | tar --create --file=- --numeric-owner --no-recursion \
        --ignore-failed-read --null --verbatim-files-from --files-from=- 2>/dev/null | head -c %d\
        """.formatted(FileVersion.LARGEST + OVERHEAD, READ_BYTES);

    private final FileVersionStore store;
    private final InstantSource clock;
    /// The files that were read last.
    private final Map<String, FollowedFile> known = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, FollowedFile> eldest) {
            return size() > KNOWN;
        }
    };

    private final ByteBudget reads;
    private final ByteBudget stored;
    private boolean dropped;
    private long droppedAt = Long.MIN_VALUE;

    /// The hash of the newest stored content of a file, and what may still be read and stored of it.
    private static final class FollowedFile {
        private final ByteBudget budget;
        private @Nullable String hash;

        FollowedFile(long now) {
            this.budget = new ByteBudget(PATH_MOST, PATH_PER_MILLI, now);
        }
    }

    FollowedSandbox(FileVersionStore store, InstantSource clock) {
        this.store = store;
        this.clock = clock;
        this.reads = new ByteBudget(READ_MOST, READ_PER_MILLI, clock.millis());
        this.stored = new ByteBudget(STORE_MOST, STORE_PER_MILLI, clock.millis());
    }

    /// Reads the files that were written and then left alone; returns how many.
    ///
    /// @throws GuestException when the guest cannot be reached; these writes are then known only from the index
    /// @throws IOException when the versions cannot be stored
    int read(WrittenPaths written, GuestLink guest) throws GuestException, IOException, InterruptedException {
        long from = clock.millis();
        mark(written, from);
        if (!reads.open(from) || !stored.open(from)) {
            return 0;
        }
        List<WrittenFile> files = written.take(QUIET_MILLIS, FILES, READ_BYTES / 2, path -> readable(path, from));
        if (files.isEmpty()) {
            return 0;
        }
        Map<String, byte[]> contents = contents(guest, files);
        long to = clock.millis();
        for (WrittenFile file : files) {
            FileVersion version = new FileVersion(file.path(), from, to, file.writes(), file.complete(), null, null);
            byte[] bytes = contents.get(file.path());
            FollowedFile followed = known.computeIfAbsent(file.path(), _ -> new FollowedFile(to));
            long cost = store.add(List.of(version(version, file, bytes, followed)));
            stored.spend(cost);
            followed.budget.spend(cost + (bytes == null ? 0 : bytes.length));
        }
        return files.size();
    }

    private void mark(WrittenPaths written, long now) throws IOException {
        if (written.takeLost()) {
            stored.spend(store.add(List.of(FileVersion.lost(now))));
        }
        dropped |= written.takeDropped();
        if (dropped && (droppedAt == Long.MIN_VALUE || Math.abs(now - droppedAt) >= DROPPED_EVERY)) {
            dropped = false;
            droppedAt = now;
            stored.spend(store.add(List.of(FileVersion.dropped(now))));
        }
    }

    private boolean readable(String path, long now) {
        FollowedFile file = known.get(path);
        return file == null || file.budget.open(now);
    }

    private Map<String, byte[]> contents(GuestLink guest, List<WrittenFile> files)
            throws GuestException, InterruptedException {
        List<String> names = files.stream()
                .filter(file -> file.bytes() <= FileVersion.LARGEST)
                .map(WrittenFile::path)
                .toList();
        if (names.isEmpty()) {
            return Map.of();
        }
        // The name of the file is the whole line, so one that begins with a hyphen is no option.
        byte[] input =
                names.stream().collect(Collectors.joining("\0", "", "\0")).getBytes(StandardCharsets.UTF_8);
        ExecCommand command = BelljarScript.withTools(BelljarScript.command("read-written", SCRIPT, null, LIMIT));
        ExecOutcome outcome = ExecOutcome.of(guest.exec(command), input, READ_BYTES);
        reads.spend(outcome.out().length);
        return TarMembers.read(outcome.out(), Set.copyOf(names));
    }

    private static FileVersion version(
            FileVersion version, WrittenFile file, byte @Nullable [] bytes, FollowedFile followed) {
        if (bytes == null) {
            followed.hash = null;
            return version.without(file.bytes() > FileVersion.LARGEST ? "it was larger than 1 MiB" : "it was not read");
        }
        String unfit = unfit(bytes);
        if (unfit != null) {
            followed.hash = null;
            return version.without(unfit);
        }
        String hash = HashChain.hash(bytes);
        if (hash.equals(followed.hash)) {
            return version.without(null);
        }
        followed.hash = hash;
        return version.with(bytes);
    }

    private static @Nullable String unfit(byte[] bytes) {
        if (bytes.length > FileVersion.LARGEST) {
            return "it was larger than 1 MiB";
        }
        int lines = 0;
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == 0 && i < SNIFFED) {
                return "it was a binary file";
            }
            lines += bytes[i] == '\n' ? 1 : 0;
        }
        return lines > MOST_LINES ? "it had more than 20,000 lines" : null;
    }
}
