package dev.belljar.agent.template;

import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.ProblemCode;
import org.jspecify.annotations.Nullable;

/// Says why the template of a project cannot be made or removed.
final class TemplateException extends BelljarException {
    static final ProblemCode NOT_FOUND = new ProblemCode("template.not-found", 404);
    static final ProblemCode NOTHING = new ProblemCode("template.nothing-to-set-up", 409);
    static final ProblemCode OFF = new ProblemCode("template.off", 409);
    static final ProblemCode BUSY = new ProblemCode("template.busy", 409);
    static final ProblemCode NOT_MADE = new ProblemCode("template.not-made", 500);
    private static final long serialVersionUID = 1L;

    TemplateException(ProblemCode code, String message, @Nullable String hint) {
        super(code, message, hint, null);
    }
}
