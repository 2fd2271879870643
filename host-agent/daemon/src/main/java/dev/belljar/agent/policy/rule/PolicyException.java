package dev.belljar.agent.policy.rule;

import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import org.jspecify.annotations.Nullable;

/// Says why a rule, a policy file, an answer or a secret was refused.
public final class PolicyException extends BelljarException {
    public static final ProblemCode RULE = new ProblemCode("policy.rule-invalid", 422);
    public static final ProblemCode FILE = new ProblemCode("policy.file-invalid", 422);
    public static final ProblemCode UNWRITABLE = new ProblemCode("policy.unwritable", 507);
    public static final ProblemCode READ_ONLY = new ProblemCode("policy.read-only", 403);
    public static final ProblemCode NO_RULE = new ProblemCode("policy.no-such-rule", 404);
    public static final ProblemCode NOT_WAITING = new ProblemCode("approval.not-waiting", 404);
    public static final ProblemCode ANSWER = new ProblemCode("approval.answer-invalid", 422);
    public static final ProblemCode NO_PROPOSAL = new ProblemCode("policy.no-proposal", 404);
    public static final ProblemCode CHANGED = new ProblemCode("policy.proposal-changed", 409);
    private static final String EXAMPLES =
            "For example: allow *.npmjs.org:443, deny 192.0.2.0/24, allow db.example.org:5432 tcp minutes 30.";
    private static final long serialVersionUID = 1L;

    private final @Nullable String part;

    public PolicyException(ProblemCode code, String message, @Nullable String hint) {
        this(code, message, hint, null);
    }

    public PolicyException(ProblemCode code, String message, @Nullable String hint, @Nullable Throwable cause) {
        super(code, message, hint, cause);
        part = null;
    }

    private PolicyException(String part, String message) {
        super(RULE, message, EXAMPLES, null);
        this.part = part;
    }

    /// The exception for an invalid part of a rule, whose name is the problem's field.
    public static PolicyException rule(String part, String found, String expected) {
        return new PolicyException(part, "%s \"%s\": expected %s".formatted(part, ShortText.of(found), expected));
    }

    @Override
    public Problem problem() {
        return super.problem().withField(part);
    }

    /// The exception for a text that is not a policy; the message says where and why.
    public static PolicyException invalidFile(String message) {
        return new PolicyException(FILE, message, "`belljar policy export` shows what a policy looks like.");
    }
}
