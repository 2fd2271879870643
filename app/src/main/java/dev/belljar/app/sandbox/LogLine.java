package dev.belljar.app.sandbox;

/// One line of a sandbox's log. `kind` is the operation of the event, such as `state`, `step`, `sync`, `note`
/// or `console`, or `gap`; `ts` is in milliseconds since the epoch.
public record LogLine(long seq, long ts, String kind, LogLevel level, String words) {
    /// How important the line is, which decides its colour.
    public enum LogLevel {
        PLAIN,
        GOOD,
        WARN,
        BAD
    }
}
