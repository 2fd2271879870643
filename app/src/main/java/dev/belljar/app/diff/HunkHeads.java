package dev.belljar.app.diff;

import javafx.scene.layout.Region;

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

    /// Returns a new node for the head of this hunk.
    Region head(int hunk, HeadPlace place);
}
