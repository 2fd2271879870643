package dev.belljar.app.network;

import dev.belljar.app.text.Texts;
import dev.belljar.contract.view.FlowRow;

/// The outcome of a flow and its reason, as far as the recorded text names it.
enum FlowOutcome {
    ALLOWED,
    WAITING,
    /// The user denied it.
    BY_YOU,
    /// A rule denies it.
    BY_RULE,
    /// The approval was not answered in time.
    TIMED_OUT,
    /// No rule allows it, and the network mode blocks everything else.
    NO_RULE,
    /// The budget of the rule that allows it is used up.
    BUDGET,
    /// A private or special address, which is reachable only if a rule names it.
    PRIVATE,
    /// Never allowed: traffic that is not IP, other name servers, or any traffic if the policy cannot be
    /// read.
    BOUNDARY,
    INTERNAL;

    private static final Texts TEXTS = Texts.of(FlowOutcome.class);

    /// The verdict in one word.
    String verdict() {
        return switch (this) {
            case ALLOWED -> TEXTS.get("network.verdict.allowed");
            case WAITING -> TEXTS.get("network.verdict.waiting");
            case INTERNAL -> TEXTS.get("network.verdict.internal");
            case BY_YOU, BY_RULE, TIMED_OUT, NO_RULE, BUDGET, PRIVATE, BOUNDARY -> TEXTS.get("network.verdict.blocked");
        };
    }

    /// The reason, in two or three words.
    String reason() {
        return TEXTS.get(this);
    }

    /// True if it was blocked.
    boolean blocked() {
        return this != ALLOWED && this != WAITING && this != INTERNAL;
    }

    static FlowOutcome of(FlowRow flow) {
        return switch (flow.verdict()) {
            case ALLOWED -> ALLOWED;
            case HELD -> WAITING;
            case LOCAL -> INTERNAL;
            case REFUSED -> blocked(flow.rule() == null ? "" : flow.rule());
        };
    }

    // The reason is recorded as text; an unknown one is shown unchanged, in a tooltip.
    private static FlowOutcome blocked(String reason) {
        if (reason.startsWith("denied by")) {
            return BY_YOU;
        } else if (reason.startsWith("deny ")) {
            return BY_RULE;
        } else if (reason.contains("nobody answered") || reason.contains("no answer") || reason.contains("timed out")) {
            return TIMED_OUT;
        } else if (reason.contains("no rule allows") || reason.contains("no matching rule")) {
            return NO_RULE;
        } else if (reason.contains("budget")) {
            return BUDGET;
        } else if (reason.contains("private") || reason.contains("special address")) {
            return PRIVATE;
        }
        return BOUNDARY;
    }
}
