package dev.belljar.contract.view.host;

import org.jspecify.annotations.Nullable;

/// One check of the doctor: `level` is `ok`, `warn` or `fail`; `fix` is a command the user can run.
public record DoctorCheck(
        String name, String level, String detail, @Nullable String fix) {}
