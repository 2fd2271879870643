package dev.belljar.agent.recording;

import dev.belljar.agent.recording.ProcessFiles.WritingProcess;
import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.Event.FileEvent;
import dev.belljar.contract.event.Event.GapEvent;
import dev.belljar.contract.event.Event.OpaqueEvent;
import dev.belljar.contract.event.FileOp;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedSet;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The files of the workspace that were written and whose content was not read since, with their writers.
///
/// A guest can report any number of writes: there is space for so many files, and for so many writes to each. When the
/// space is used up, a file of the process of which the most files wait gives way, and files are taken from all
/// processes in turn, so that one that writes many files delays or displaces mostly its own. Written by the guest
/// link's thread, taken by another.
public final class WrittenPaths {
    /// The most files that wait; further ones are not followed.
    public static final int MOST_PATHS = 1_024;
    /// The most writes to one file that are kept; those of further processes are not.
    static final int MOST_WRITES = 32;
    /// A file that is written all the time is taken all the same after so many milliseconds.
    static final long LONGEST = 2_000;

    /// What a file counts for whose size is not known, because it was only renamed or linked.
    private static final long UNKNOWN_BYTES = 128 << 10;

    private static final long NANOS = 1_000_000;
    private static final String WORKSPACE = "/workspace/";
    private static final int LONGEST_PATH = 1_000;
    private static final Set<FileOp> CONTENT =
            EnumSet.of(FileOp.CREATE, FileOp.WRITE, FileOp.RENAME, FileOp.LINK, FileOp.TRUNCATE);
    /// After these operations a file is complete; after the others its writer may still be at work.
    private static final Set<FileOp> COMPLETE = EnumSet.of(FileOp.WRITE, FileOp.RENAME, FileOp.LINK);
    // Packages and build output, which git ignores as a rule, come by the thousands. A name with a backslash may be one
    // with bytes that are no text, which cannot be asked for.
    private static final Pattern LEFT_OUT =
            Pattern.compile("(?:^|/)(?:\\.git|node_modules|\\.venv|__pycache__)(?:/|$)|\\\\");

    private final LongSupplier nanos;
    private final Map<String, WrittenPath> waiting = new LinkedHashMap<>();
    private final ProcessFiles byProcess = new ProcessFiles();
    /// The waiting files that may never be completed.
    private final SequencedSet<String> begun = new LinkedHashSet<>();
    private boolean lost;
    private boolean dropped;

    /// The writes to a file; `complete` is false if there were more.
    public record WrittenFile(String path, List<PathWrite> writes, boolean complete, long bytes) {
        public WrittenFile {
            writes = List.copyOf(writes);
        }
    }

    private static final class WrittenPath {
        private final WritingProcess by;
        private final long first;
        private long last;
        private long bytes = -1;
        private boolean complete = true;
        private boolean due;
        private final List<PathWrite> writes = new ArrayList<>();

        WrittenPath(WritingProcess by, long now) {
            this.by = by;
            this.first = now;
            this.last = now;
        }

        // The first and the last write of a process of each kind say as much as all of them.
        void add(PathWrite write) {
            int same = 0;
            for (int i = writes.size() - 1; i >= 0; i--) {
                PathWrite other = writes.get(i);
                if (other.sameProcess(write) && other.op() == write.op() && ++same == 2) {
                    writes.set(i, write);
                    Collections.swap(writes, i, writes.size() - 1);
                    return;
                }
            }
            if (writes.size() < MOST_WRITES) {
                writes.add(write);
            } else {
                complete = false;
            }
        }
    }

    public WrittenPaths(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /// An event was observed in the machine.
    public void happened(Event event) {
        switch (event) {
            case FileEvent file when CONTENT.contains(file.op()) -> wrote(file);
            case GapEvent gap when gap.op().equals("lost") -> gap();
            case OpaqueEvent _ -> gap();
            default -> {
                // Does not concern the content of files.
            }
        }
    }

    private synchronized void gap() {
        lost = true;
    }

    private synchronized void wrote(FileEvent event) {
        boolean renamed = event.op() == FileOp.RENAME && event.to() != null;
        String path = inside(renamed ? event.to() : event.path());
        if (path == null) {
            return;
        }
        String from = renamed ? inside(event.path()) : null;
        WrittenPath before = from == null ? null : remove(from);
        WrittenPath entry = waiting.get(path);
        long now = nanos.getAsLong();
        if (entry == null) {
            WritingProcess by = new WritingProcess(event.pid(), event.start());
            if (waiting.size() >= MOST_PATHS && !makeRoom(by)) {
                return;
            }
            entry = new WrittenPath(by, now);
            waiting.put(path, entry);
            byProcess.add(by, path);
        }
        // An editor writes another file and renames it: who wrote that file wrote this one.
        if (before != null) {
            before.writes.forEach(entry::add);
            entry.complete &= before.complete;
            entry.bytes = before.bytes;
        }
        entry.add(new PathWrite(event.ts(), event.pid(), event.start(), event.comm(), event.op(), from));
        entry.last = now;
        entry.due |= COMPLETE.contains(event.op());
        boolean _ = entry.due ? begun.remove(path) : begun.add(path);
        if (event.op() == FileOp.WRITE) {
            entry.bytes = event.bytes();
        }
    }

    private @Nullable WrittenPath remove(String path) {
        WrittenPath removed = waiting.remove(path);
        if (removed != null) {
            byProcess.remove(removed.by, path);
            boolean _ = begun.remove(path);
        }
        return removed;
    }

    private boolean makeRoom(WritingProcess by) {
        dropped |= begun.isEmpty();
        String victim = begun.isEmpty() ? byProcess.displaced(by) : begun.getFirst();
        return victim != null && remove(victim) != null;
    }

    /// The path relative to the workspace; null if the file's content is not followed.
    private static @Nullable String inside(@Nullable String path) {
        if (path == null || !path.startsWith(WORKSPACE) || path.length() > LONGEST_PATH) {
            return null;
        }
        String relative = path.substring(WORKSPACE.length());
        return relative.isEmpty() || LEFT_OUT.matcher(relative).find() ? null : relative;
    }

    /// Takes up to `most` files to which nothing was written in the last `quietMillis`, from all processes in turn.
    ///
    /// Files that are not `readable` now continue to wait, and so do those beyond so many bytes in all.
    public synchronized List<WrittenFile> take(long quietMillis, int most, long bytes, Predicate<String> readable) {
        long now = nanos.getAsLong();
        List<String> due = byProcess.inTurn(path -> {
            WrittenPath entry = Objects.requireNonNull(waiting.get(path));
            boolean quiet = now - entry.last >= quietMillis * NANOS || now - entry.first >= LONGEST * NANOS;
            return entry.due && quiet && readable.test(path);
        });
        List<WrittenFile> taken = new ArrayList<>();
        long left = bytes;
        for (String path : due) {
            if (taken.size() >= most || left <= 0) {
                break;
            }
            WrittenPath entry = Objects.requireNonNull(remove(path));
            taken.add(new WrittenFile(path, entry.writes, entry.complete, entry.bytes));
            left -= entry.bytes < 0 ? UNKNOWN_BYTES : entry.bytes;
        }
        return taken;
    }

    /// True if files were left out since the last call, because too many waited.
    public synchronized boolean takeDropped() {
        boolean was = dropped;
        dropped = false;
        return was;
    }

    /// True if there may be files to take, or events were lost.
    public synchronized boolean any() {
        return lost || !waiting.isEmpty();
    }

    /// True if events were lost since the last call.
    public synchronized boolean takeLost() {
        boolean was = lost;
        lost = false;
        return was;
    }
}
