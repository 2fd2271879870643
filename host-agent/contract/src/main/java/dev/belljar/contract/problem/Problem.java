package dev.belljar.contract.problem;

import org.jspecify.annotations.Nullable;

/// An RFC 9457 problem document: `type` is `belljar:<code>`, `code` is stable, `hint` says what to do next. `field` is
/// a stable word for the part of the request that is wrong; it is null if the code says it, or if no part is wrong.
public record Problem(
        String type,
        String title,
        int status,
        String detail,
        String code,
        @Nullable String hint,
        @Nullable String field) {
    /// A document that names no field.
    public Problem(String type, String title, int status, String detail, String code, @Nullable String hint) {
        this(type, title, status, detail, code, hint, null);
    }

    /// The document for a code; `title` is what failed in a few words, `detail` names the operand and what was
    /// expected.
    public static Problem of(ProblemCode code, String title, String detail, @Nullable String hint) {
        return new Problem("belljar:" + code.code(), title, code.status(), detail, code.code(), hint);
    }

    /// This document about one part of the request.
    public Problem withField(@Nullable String field) {
        return new Problem(type, title, status, detail, code, hint, field);
    }
}
