package dev.belljar.contract.view.provenance;

import dev.belljar.contract.event.Verdict;
import org.jspecify.annotations.Nullable;

/// The flows of one process to one destination before a write.
///
/// `name` is the DNS name, or the address if no name is known; `at` the time of the newest flow in milliseconds since
/// the epoch; `up` and `down` are bytes. `rule` is the rule that decided, in words, and `approval` the id of the
/// approval that allowed the destination, null if there was none.
public record PriorFlow(
        String name,
        int pid,
        String process,
        long at,
        long count,
        long up,
        long down,
        Verdict verdict,
        @Nullable String rule,
        @Nullable String approval) {}
