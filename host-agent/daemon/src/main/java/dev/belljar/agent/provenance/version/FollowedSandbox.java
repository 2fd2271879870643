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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Reads the written files of one sandbox from its guest, several at once, and adds them to its store.
///
/// All limits are for a hostile guest: the number of files and bytes of one reading, and the bytes that are stored
/// in the long run. What exceeds them is not followed. Used by one thread at a time.
final class FollowedSandbox {
    /// How long a file must have been left alone before it is read.
    static final long QUIET_MILLIS = 200;
    /// The most lines of a file whose versions are kept.
    static final int MOST_LINES = 20_000;

    private static final int FILES = 64;
    private static final int READ_BYTES = 8 << 20;
    private static final long BYTES_PER_MILLI = 2_000;
    private static final long MOST_BYTES = 16 << 20;
    private static final int SNIFFED = 8_000;
    private static final int KNOWN = 2_000;
    private static final Duration LIMIT = Duration.ofSeconds(10);
    /// Without recursion: a folder may have taken the place of a file. Tar does not follow links.
    private static final String SCRIPT = """
        cd "${BELLJAR_WORKSPACE:-/workspace}" && tar --create --file=- --numeric-owner --no-recursion \
        --ignore-failed-read --null --verbatim-files-from --files-from=- 2>/dev/null | head -c %d\
        """.formatted(READ_BYTES);

    private final FileVersionStore store;
    private final InstantSource clock;
    /// The hash of the newest stored content of the files that were read last.
    private final Map<String, String> newest = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
            return size() > KNOWN;
        }
    };

    private long bytesLeft = MOST_BYTES;
    private long refilled;

    FollowedSandbox(FileVersionStore store, InstantSource clock) {
        this.store = store;
        this.clock = clock;
        this.refilled = clock.millis();
    }

    /// Reads the files that were written and then left alone; returns how many.
    ///
    /// @throws GuestException when the guest cannot be reached; these writes are then known only from the index
    /// @throws IOException when the versions cannot be stored
    int read(WrittenPaths written, GuestLink guest) throws GuestException, IOException, InterruptedException {
        if (written.takeLost()) {
            store.add(List.of(FileVersion.lost(clock.millis())));
        }
        if (!refill()) {
            return 0;
        }
        List<WrittenFile> files = written.take(QUIET_MILLIS, FILES);
        if (files.isEmpty()) {
            return 0;
        }
        long from = clock.millis();
        Map<String, byte[]> contents = contents(guest, files);
        long to = clock.millis();
        List<FileVersion> versions = new ArrayList<>();
        for (WrittenFile file : files) {
            FileVersion version = new FileVersion(file.path(), from, to, file.writes(), file.complete(), null, null);
            versions.add(version(version, file, contents.get(file.path())));
        }
        store.add(versions);
        return files.size();
    }

    private boolean refill() {
        long now = clock.millis();
        long passed = Math.clamp(now - refilled, 0, MOST_BYTES / BYTES_PER_MILLI);
        bytesLeft = Math.min(MOST_BYTES, bytesLeft + passed * BYTES_PER_MILLI);
        refilled = now;
        return bytesLeft > 0;
    }

    private static Map<String, byte[]> contents(GuestLink guest, List<WrittenFile> files)
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
        ExecCommand command = BelljarScript.command("read-written", SCRIPT, null, LIMIT);
        ExecOutcome outcome = ExecOutcome.of(guest.exec(command), input, READ_BYTES);
        return TarMembers.read(outcome.out(), Set.copyOf(names));
    }

    private FileVersion version(FileVersion version, WrittenFile file, byte @Nullable [] bytes) {
        if (bytes == null) {
            newest.remove(file.path());
            return version.without(file.bytes() > FileVersion.LARGEST ? "it was larger than 1 MiB" : "it was not read");
        }
        String unfit = unfit(bytes);
        if (unfit != null) {
            newest.remove(file.path());
            return version.without(unfit);
        }
        String hash = HashChain.hash(bytes);
        if (hash.equals(newest.put(file.path(), hash))) {
            return version.without(null);
        }
        FileVersion whole = version.with(bytes);
        bytesLeft -= String.valueOf(whole.content()).length();
        return whole;
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
