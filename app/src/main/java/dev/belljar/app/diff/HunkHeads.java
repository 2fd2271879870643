package dev.belljar.app.diff;

import javafx.scene.layout.Region;
import org.jspecify.annotations.Nullable;

/// Draws the head of a hunk, a row above its lines.
@FunctionalInterface
public interface HunkHeads {
    /// The columns that a head covers.
    enum HeadPlace {
        /// The only column.
        WHOLE,
        /// The left one of two columns.
        LEFT,
        /// The right one of two columns.
        RIGHT
    }

    /// Returns a node for the head of this hunk: a new one, or `used`, which was returned before for a head that is not
    /// needed any more.
    Region head(int hunk, HeadPlace place, @Nullable Region used);
}
