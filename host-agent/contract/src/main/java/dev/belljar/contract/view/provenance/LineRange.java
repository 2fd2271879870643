package dev.belljar.contract.view.provenance;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The lines from `first` to `last` (from 1, both included), which came into the file together.
///
/// `writers` are indexes into the list of writers. If there are several, one of them wrote the lines, and it is not
/// known which one. With the origin `NOT_RECORDED` they only wrote the file at the time in question. `at` is the
/// time of the write in milliseconds since the epoch, null if unknown. `certain` is false if a process that is not
/// listed may have written the lines.
public record LineRange(
        int first, int last, LineOrigin origin, @Nullable Long at, List<Integer> writers, boolean certain) {
    public LineRange {
        writers = List.copyOf(writers);
    }

    /// Where lines come from.
    public enum LineOrigin {
        /// They were in the project when the sandbox was created.
        PROJECT,
        /// A process in the sandbox wrote them.
        PROCESS,
        /// Nothing is recorded about them.
        NOT_RECORDED
    }
}
