package dev.belljar.contract.problem;

import org.jspecify.annotations.Nullable;

/// An RFC 9457 problem document: `type` is `belljar:<code>`, `code` is stable, `hint` says what to do next.
public record Problem(
        String type,
        String title,
        int status,
        String detail,
        String code,
        @Nullable String hint) {
    /// The document for a code; `title` is what failed in a few words, `detail` names the operand and what was
    /// expected.
    public static Problem of(ProblemCode code, String title, String detail, @Nullable String hint) {
        return new Problem("belljar:" + code.code(), title, code.status(), detail, code.code(), hint);
    }
}
