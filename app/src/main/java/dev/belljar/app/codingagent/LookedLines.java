package dev.belljar.app.codingagent;

import dev.belljar.contract.view.work.FileChange;
import dev.belljar.contract.view.work.FileDiff;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Counts the lines that changed in a sandbox since the user last looked at its changes.
///
/// A file is compared as a whole: the lines of one that has changed since then count all, because what they were before
/// is not known here.
public final class LookedLines {
    /// How long the changes must be in front, in milliseconds.
    public static final long LOOKED_MILLIS = 3_000;

    private Map<String, FileChange> seen = Map.of();
    private Map<String, FileChange> now = Map.of();
    private long since = -1;

    /// Lines that were added and removed.
    public record LineCounts(int added, int removed) {
        /// True if there are none.
        public boolean none() {
            return added == 0 && removed == 0;
        }
    }

    /// Takes the changes that are known now.
    public void show(@Nullable FileDiff diff) {
        if (diff != null) {
            Map<String, FileChange> next = new HashMap<>();
            diff.files().forEach(file -> next.put(file.path(), file));
            now = next;
        }
    }

    /// The changes are in front, or not, at this time in milliseconds. Called again while they stay in front.
    public void front(boolean looking, long time) {
        if (!looking) {
            since = -1;
        } else if (since < 0) {
            since = time;
        } else if (time - since >= LOOKED_MILLIS) {
            seen = now;
        }
    }

    /// The lines of the files that have changed since.
    public LineCounts counts() {
        int added = 0;
        int removed = 0;
        for (FileChange file : now.values()) {
            if (!file.equals(seen.get(file.path())) && !file.binary()) {
                added += Math.max(0, file.added());
                removed += Math.max(0, file.removed());
            }
        }
        return new LineCounts(added, removed);
    }
}
