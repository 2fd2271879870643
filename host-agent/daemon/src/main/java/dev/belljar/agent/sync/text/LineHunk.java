package dev.belljar.agent.sync.text;

/// A group of neighbouring changed lines: lines `oldFrom` to `oldTo` of the old text became lines `newFrom` to
/// `newTo` of the new one. Lines are numbered from 0, and the ends are exclusive.
public record LineHunk(int oldFrom, int oldTo, int newFrom, int newTo) {
    /// Both hunks with the lines in between.
    LineHunk with(LineHunk next) {
        return new LineHunk(oldFrom, next.oldTo, newFrom, next.newTo);
    }
}
