package dev.belljar.app.review.decision;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The last 50 decisions, which can be undone one after the other.
public final class UndoStack {
    private static final int DEEPEST = 50;

    private record UndoStep(Map<ReviewedFile, List<HunkDecision>> before, ReviewSpot spot) {}

    private final Deque<UndoStep> steps = new ArrayDeque<>();

    /// Notes the decisions about these files, and where the user is.
    public void push(List<ReviewedFile> files, @Nullable ReviewSpot spot) {
        if (files.isEmpty()) {
            return;
        }
        Map<ReviewedFile, List<HunkDecision>> before = new LinkedHashMap<>();
        files.forEach(file -> before.put(file, file.decisions()));
        steps.push(new UndoStep(before, spot == null ? new ReviewSpot(files.getFirst(), 0) : spot));
        if (steps.size() > DEEPEST) {
            steps.removeLast();
        }
    }

    /// Returns to the decisions that were noted last; empty if there are none.
    public Optional<ReviewSpot> pop() {
        UndoStep step = steps.poll();
        if (step == null) {
            return Optional.empty();
        }
        step.before().forEach(ReviewedFile::restore);
        return Optional.of(step.spot());
    }

    public boolean isEmpty() {
        return steps.isEmpty();
    }

    public void clear() {
        steps.clear();
    }

    /// Forgets steps about files that are gone.
    public void retain(Set<ReviewedFile> files) {
        steps.removeIf(step -> !files.containsAll(step.before().keySet()));
    }
}
