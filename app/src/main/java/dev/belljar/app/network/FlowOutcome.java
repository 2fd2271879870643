package dev.belljar.app.network;

import dev.belljar.app.text.Texts;
import dev.belljar.contract.view.FlowRow;

/// What became of a flow and why, as far as the recorded reason tells.
enum FlowOutcome {
    ALLOWED,
    WAITING,
    /// A person denied it.
    BY_YOU,
    /// A rule denies it.
    BY_RULE,
    /// Nobody answered in time.
    TIMED_OUT,
    /// The network mode lets through only what a rule allows.
    NO_RULE,
    /// The rule that allows it has a budget, and that is used up.
    BUDGET,
    /// A private or special address, which only a rule that names it opens.
    PRIVATE,
    /// Whatever else is never let out: what is not IP, other name servers, a policy that cannot be read.
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

    /// Why, in two or three words.
    String reason() {
        return TEXTS.get(this);
    }

    /// Whether it did not get out.
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

    // The record has one reason in words; what names no known one is told as it is, in a tooltip.
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
