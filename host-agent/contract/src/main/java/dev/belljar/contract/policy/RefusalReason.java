package dev.belljar.contract.policy;

import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Why a flow was refused.
///
/// A flow's reason is recorded as text, also in journals. The host agent writes the phrase of a constant into it, and
/// the clients recognize the constant by that phrase; a phrase must therefore never change.
public enum RefusalReason {
    /// The user denied it.
    DENIED_BY_USER("denied by you"),
    /// A rule denies it.
    DENIED_BY_RULE("deny "),
    /// The user did not answer in time.
    NOT_ANSWERED("nobody answered in time"),
    /// The network mode refuses destinations without a rule.
    NO_MATCHING_RULE("no matching rule"),
    /// The budget of the rule that allows it is used up.
    BUDGET_USED_UP("budget is used up"),
    /// A private or special address, which only a rule that names it allows.
    SPECIAL_ADDRESS("private or special address"),
    /// Any other reason: traffic that is never allowed, or a policy that cannot be read.
    NEVER_ALLOWED("");

    private final String phrase;

    RefusalReason(String phrase) {
        this.phrase = phrase;
    }

    /// The phrase to write into a flow's reason.
    public String phrase() {
        return phrase;
    }

    /// Recognizes the reason of a refused flow; null if none was recorded.
    public static RefusalReason of(@Nullable String reason) {
        if (reason == null) {
            return NEVER_ALLOWED;
        }
        // Only a reason that begins with them is a denial: rules and names that follow could contain the words.
        return Stream.of(DENIED_BY_USER, DENIED_BY_RULE)
                .filter(denial -> reason.startsWith(denial.phrase))
                .findFirst()
                .orElseGet(
                        () -> Stream.of(NOT_ANSWERED, NO_MATCHING_RULE, BUDGET_USED_UP, SPECIAL_ADDRESS, NEVER_ALLOWED)
                                .filter(other -> reason.contains(other.phrase))
                                .findFirst()
                                .orElse(NEVER_ALLOWED));
    }
}
