package dev.belljar.agent.provenance;

import dev.belljar.agent.provenance.version.FileVersion;
import dev.belljar.agent.provenance.version.FileVersionStore;
import dev.belljar.agent.recording.PathWrite;
import dev.belljar.contract.view.provenance.LineRange.LineOrigin;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// The writes to one file: finds those between two readings of its content.
///
/// A file was read some time after it was written, and the guest's clock is only near that of the host. So a write
/// shortly before or after a reading may belong to it.
final class WriteWindow {
    private static final long SLACK = 50;
    private static final long SECOND = 1_000;

    private final FileVersionStore.KeptVersions versions;
    private final List<TimedWrite> writes = new ArrayList<>();

    /// A write, or all writes of a process in one second, between `first` and its own time.
    private record TimedWrite(long first, PathWrite write) {}

    WriteWindow(FileVersionStore.KeptVersions versions, List<PathWrite> indexed) {
        this.versions = versions;
        for (FileVersion version : versions.versions()) {
            version.writes().forEach(write -> writes.add(new TimedWrite(write.at(), write)));
        }
        int known = writes.size();
        for (PathWrite write : indexed) {
            boolean explained = writes.subList(0, known).stream()
                    .anyMatch(each -> each.write().sameProcess(write)
                            && Math.abs(each.write().at() - write.at()) <= SECOND);
            if (!explained) {
                writes.add(new TimedWrite(write.at() - write.at() % SECOND, write));
            }
        }
        writes.sort(Comparator.comparingLong(each -> each.write().at()));
    }

    /// The newest write of each process after `after` and until `until`, the oldest first.
    List<PathWrite> between(long after, long until) {
        List<PathWrite> found = new ArrayList<>();
        for (TimedWrite each : writes) {
            if (each.write().at() > after - SLACK && each.first() <= until + SLACK) {
                found.removeIf(each.write()::sameProcess);
                found.add(each.write());
            }
        }
        return found;
    }

    /// The paths from which the file was renamed in that time.
    List<PathWrite> renames(long after, long until) {
        return writes.stream()
                .map(TimedWrite::write)
                .filter(write -> write.from() != null && write.at() > after - SLACK && write.at() <= until + SLACK)
                .toList();
    }

    /// The source of lines that are new in a reading that ended at `until`, if the reading before began at `after`.
    LineSource source(long after, long until, boolean complete) {
        List<PathWrite> found = between(after, until);
        boolean lost = versions.lost().stream().anyMatch(at -> at > after - SLACK && at <= until + SLACK);
        return found.isEmpty()
                ? new LineSource(LineOrigin.NOT_RECORDED, until, found, false)
                : new LineSource(LineOrigin.PROCESS, found.getLast().at(), found, complete && !lost);
    }
}
