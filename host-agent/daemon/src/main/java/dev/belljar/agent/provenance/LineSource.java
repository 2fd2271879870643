package dev.belljar.agent.provenance;

import dev.belljar.agent.recording.PathWrite;
import dev.belljar.contract.view.provenance.LineRange.LineOrigin;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Where a line comes from: the writes of which one brought it, one for each process, and the time of the newest of
/// them. `certain` is false if another process may have written it.
record LineSource(LineOrigin origin, @Nullable Long at, List<PathWrite> writes, boolean certain) {
    static final LineSource PROJECT = new LineSource(LineOrigin.PROJECT, null, List.of(), true);

    LineSource {
        writes = List.copyOf(writes);
    }
}
