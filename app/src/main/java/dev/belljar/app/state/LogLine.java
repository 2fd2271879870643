package dev.belljar.app.state;

/// One line of a sandbox's own story. `kind` is `state`, `step`, `sync`, `note`, `console` or `gap`.
public record LogLine(long seq, long ts, String kind, Level level, String words) {
    /// How it should look.
    public enum Level {
        PLAIN,
        GOOD,
        WARN,
        BAD
    }
}
