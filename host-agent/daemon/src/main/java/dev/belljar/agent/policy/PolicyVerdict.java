package dev.belljar.agent.policy;

import dev.belljar.contract.event.Verdict;
import org.jspecify.annotations.Nullable;

/// What the rules say about a destination: the verdict, in words why, and the rule, null where none spoke.
///
/// `named` is true when a rule names the destination's address, `exact` when one names no other with it. For a DNS
/// question that is the address it leads to, if it is asked with one: a name may be allowed by one rule and the private
/// address behind it by another. `any` is true when what is allowed may be neither TLS nor HTTP on any port.
record PolicyVerdict(
        Verdict verdict, String words, @Nullable CompiledRule by, boolean named, boolean exact, boolean any) {
    PolicyVerdict(Verdict verdict, String words, @Nullable CompiledRule by) {
        this(verdict, words, by, false, false, false);
    }

    static PolicyVerdict refused(String words) {
        return new PolicyVerdict(Verdict.REFUSED, words, null);
    }
}
