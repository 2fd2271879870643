package dev.belljar.agent.authority;

import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.ProblemCode;
import org.jspecify.annotations.Nullable;

/// Says why guests cannot be made to trust a certificate authority of this host.
public final class AuthorityException extends BelljarException {
    static final ProblemCode NONE = new ProblemCode("authority.none", 404);
    static final ProblemCode AMBIGUOUS = new ProblemCode("authority.ambiguous", 422);
    static final ProblemCode UNUSABLE = new ProblemCode("authority.unusable", 422);
    static final ProblemCode UNSAVED = new ProblemCode("authority.not-saved", 507);
    static final String LIST = "`belljar authority list` lists the authorities with their fingerprints.";
    private static final long serialVersionUID = 1L;

    AuthorityException(ProblemCode code, String message, @Nullable String hint) {
        super(code, message, hint, null);
    }
}
