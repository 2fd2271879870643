package dev.belljar.client.console.program;

import dev.belljar.contract.view.session.TerminalExit;
import org.jspecify.annotations.Nullable;

/// The output of `belljar exec --json`: exactly one of `code` and `signal`, and the command's output.
///
/// Exactly one of `stdout` and `stdoutBase64` is present, and likewise for standard error: output that is not
/// UTF-8 is in base64, because decoding would change it. `truncated` says that an output was longer than 1 MiB
/// and was cut; `millis` is the time from the request to the command's end.
public record ExecReport(
        @Nullable Integer code,
        @Nullable Integer signal,
        boolean timedOut,
        @Nullable String stdout,
        @Nullable String stdoutBase64,
        @Nullable String stderr,
        @Nullable String stderrBase64,
        boolean truncated,
        long millis) {
    public static ExecReport of(TerminalExit exit, CollectedOutput out, CollectedOutput err, long millis) {
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
