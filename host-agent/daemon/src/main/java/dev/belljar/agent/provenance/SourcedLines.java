package dev.belljar.agent.provenance;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/// The lines of a text as numbers (equal lines have equal numbers), each with its source.
final class SourcedLines {
    static final SourcedLines NONE = new SourcedLines(new int[0], List.of());

    private final int[] lines;
    private final List<LineSource> sources;

    SourcedLines(int[] lines, List<LineSource> sources) {
        this.lines = lines.clone();
        this.sources = List.copyOf(sources);
    }

    /// Lines of one source.
    static SourcedLines of(int[] lines, LineSource source) {
        return new SourcedLines(lines, Collections.nCopies(lines.length, source));
    }

    List<LineSource> sources() {
        return sources;
    }

    boolean hasLines(int[] other) {
        return Arrays.equals(lines, other);
    }

    /// The lines of a later text: those that were here keep their source, the others have that of `otherwise`.
    SourcedLines followedBy(int[] later, SourcedLines otherwise, LineMatch.EffortLimit effort) {
        int[] match = LineMatch.of(lines, later, effort);
        LineSource[] next = new LineSource[later.length];
        for (int i = 0; i < later.length; i++) {
            next[i] = match[i] < 0 ? otherwise.sources.get(i) : sources.get(match[i]);
        }
        return new SourcedLines(later, Arrays.asList(next));
    }
}
