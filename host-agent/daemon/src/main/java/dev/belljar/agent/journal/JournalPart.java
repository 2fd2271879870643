package dev.belljar.agent.journal;

import java.nio.file.Path;

/// A stretch of a journal file that lies in a file of its own: its number, and the offset of its first byte in the
/// whole.
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

    /// The same part with another number or in another place.
    JournalPart as(int newNumber, Path newPath) {
        return new JournalPart(newNumber, newPath, from, lines);
    }

    /// Parts of one number, in different files, were begun and ended together.
    int number() {
        return number;
    }

    Path path() {
        return path;
    }

    long from() {
        return from;
    }

    /// How many whole lines it holds.
    long lines() {
        return lines;
    }

    void count() {
        lines++;
    }
}
