package dev.belljar.contract.view.host;

import org.jspecify.annotations.Nullable;

/// One check of the doctor: `level` is `ok`, `warn` or `fail`; `fix` is a command the user can run. `remedy` says what
/// a client can do instead; it is null if only the command helps.
public record DoctorCheck(
        String name,
        String level,
        String detail,
        @Nullable String fix,
        @Nullable DoctorRemedy remedy) {
    /// A check about which a client can do nothing itself.
    public DoctorCheck(String name, String level, String detail, @Nullable String fix) {
        this(name, level, detail, fix, null);
    }

    /// This check with a remedy, and the command that does the same.
    public DoctorCheck withRemedy(DoctorRemedy remedy) {
        return new DoctorCheck(name, level, detail, remedy.command(), remedy);
    }
}
