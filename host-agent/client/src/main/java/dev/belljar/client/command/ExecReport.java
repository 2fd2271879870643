package dev.belljar.client.command;

import dev.belljar.contract.view.TerminalExit;
import org.jspecify.annotations.Nullable;

/// What `belljar exec --json` prints: exactly one of `code` and `signal`, and what the command wrote.
///
/// Of `stdout` and `stdoutBase64` exactly one is there, and so of the others: what is not UTF-8 is told in base64,
/// because text made of it would be something else. `truncated` says that an output was longer than 1 MiB and is cut
/// there; `millis` is from asking for the command to its end.
record ExecReport(
        @Nullable Integer code,
        @Nullable Integer signal,
        boolean timedOut,
        @Nullable String stdout,
        @Nullable String stdoutBase64,
        @Nullable String stderr,
        @Nullable String stderrBase64,
        boolean truncated,
        long millis) {
    static ExecReport of(TerminalExit exit, CollectedOutput out, CollectedOutput err, long millis) {
        String outText = out.text();
        String errText = err.text();
        return new ExecReport(
                exit.code(),
                exit.signal(),
                exit.timedOut(),
                outText,
                outText == null ? out.base64() : null,
                errText,
                errText == null ? err.base64() : null,
                out.cut() || err.cut(),
                millis);
    }
}
