package dev.belljar.contract.request.session;

import org.jspecify.annotations.Nullable;

/// A text message that a client sends on a terminal socket after the first one, to control the terminal.
///
/// `op` is `resize` (`rows`, `cols`), `signal` (`signal`, a number), or `eof` (no more input).
public record TerminalControl(
        String op,
        @Nullable Integer rows,
        @Nullable Integer cols,
        @Nullable Integer signal) {}
