package dev.belljar.agent.policy;

import dev.belljar.contract.event.Verdict;
import org.jspecify.annotations.Nullable;

/// What the rules say about a destination: the verdict, in words why, and the rule, null where none spoke.
record Judgement(Verdict verdict, String words, @Nullable CompiledRule by) {
    static Judgement refused(String words) {
        return new Judgement(Verdict.REFUSED, words, null);
    }
}
