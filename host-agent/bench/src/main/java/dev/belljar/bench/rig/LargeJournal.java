package dev.belljar.bench.rig;

import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.Event.FileEvent;
import dev.belljar.contract.event.Event.ProcEvent;
import dev.belljar.contract.event.EventType;
import dev.belljar.contract.event.FileOp;
import dev.belljar.contract.event.ProcOp;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/// Events of a busy machine, added to the journal of a sandbox whose host agent does not run: processes that each
/// write a file and end.
public final class LargeJournal {
    private static final int PER_PROCESS = 3;
    private static final long DAY_MILLIS = 86_400_000;
    private static final long MILLIS_BETWEEN = 86L;

    private LargeJournal() {}

    /// Makes the sandbox with this journal a day older and adds this many events after the event `seq`, which last
    /// almost a day for a million.
    ///
    /// @return the number of the last event
    public static long add(Path folder, long seq, int events) throws IOException {
        long from = System.currentTimeMillis() - DAY_MILLIS;
        makeOlder(folder.resolve(EventType.SANDBOX.file()), from);
        long last = seq;
        try (BufferedWriter processes = open(folder, EventType.PROC);
                BufferedWriter files = open(folder, EventType.FILE)) {
            for (int i = 0; i < events / PER_PROCESS; i++) {
                long at = from + MILLIS_BETWEEN * PER_PROCESS * i;
                int pid = 1_000 + i % 30_000;
                long start = i * 1_000_000L;
                last += PER_PROCESS;
                write(processes, process(last - 2, at, ProcOp.EXEC, pid, start));
                String path = "/workspace/src/p%03d/file-%d.o".formatted(i % 300, i % 5_000);
                write(
                        files,
                        new FileEvent(
                                last - 1, at + MILLIS_BETWEEN, pid, start, "cc", FileOp.WRITE, path, null, 4_096));
                write(processes, process(last, at + 2 * MILLIS_BETWEEN, ProcOp.EXIT, pid, start));
            }
        }
        return last;
    }

    private static void makeOlder(Path file, long at) throws IOException {
        String old = Files.readString(file).replaceAll("\"ts\":[0-9]+", "\"ts\":" + at);
        Files.writeString(file, old);
    }

    private static ProcEvent process(long seq, long at, ProcOp op, int pid, long start) {
        boolean ends = op == ProcOp.EXIT;
        return new ProcEvent(
                seq,
                at,
                op,
                pid,
                900,
                start,
                1_000,
                "cc",
                "/usr/bin/cc",
                ends ? List.of() : List.of("cc", "-O2", "-c", "part-" + seq + ".c"),
                "/workspace",
                ends ? 0 : null,
                null,
                ends ? 20_000_000 : 0,
                false);
    }

    private static BufferedWriter open(Path folder, EventType type) throws IOException {
        return Files.newBufferedWriter(
                folder.resolve(type.file()), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private static void write(BufferedWriter file, Event event) throws IOException {
        file.write(ContractJson.line(event));
        file.write('\n');
    }
}
