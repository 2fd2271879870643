package dev.belljar.agent.journal;

import java.nio.file.Path;

/// A part of a journal file, in a file of its own: its number, and the offset of its first byte in the whole
/// journal file.
final class JournalPart {
    private final int number;
    private final Path path;
    private final long from;
    private long lines;

    JournalPart(int number, Path path, long from) {
        this(number, path, from, 0);
    }

    private JournalPart(int number, Path path, long from, long lines) {
        this.number = number;
        this.path = path;
        this.from = from;
        this.lines = lines;
    }

    /// The part with another number and path.
    JournalPart as(int newNumber, Path newPath) {
        return new JournalPart(newNumber, newPath, from, lines);
    }

    /// The part's number. Parts of different files with the same number began and ended together.
    int number() {
        return number;
    }

    Path path() {
        return path;
    }

    long from() {
        return from;
    }

    /// The number of complete lines in the part.
    long lines() {
        return lines;
    }

    void count() {
        lines++;
    }
}
