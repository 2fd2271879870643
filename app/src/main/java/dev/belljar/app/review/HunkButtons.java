package dev.belljar.app.review;

/// What the head of a hunk does; `hunk` is the hunk's number in the file, counted from 0.
interface HunkButtons {
    /// Shows who wrote the file.
    void who();

    /// Shows all lines of the file.
    void read();

    void accept(int hunk);

    void skip(int hunk);

    /// Makes the hunk undecided again.
    void reopen(int hunk);

    /// Goes to the hunk.
    void go(int hunk);
}
