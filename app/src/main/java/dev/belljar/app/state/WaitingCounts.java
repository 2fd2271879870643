package dev.belljar.app.state;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/// How many approvals and terminals wait for the person, by the id of their sandbox: every mark and every total in the
/// window is read from here, so that no two of them differ.
public record WaitingCounts(ApprovalList approvals, Map<String, Integer> terminals) {
    /// Nothing waits.
    public static final WaitingCounts NONE = new WaitingCounts(ApprovalList.NONE, Map.of());

    public WaitingCounts {
        terminals = Map.copyOf(terminals);
    }

    /// What waits, of these approvals and of the terminals with input prompts per sandbox; terminals of sandboxes that
    /// are not among `there` are gone and wait no more.
    public static WaitingCounts of(ApprovalList approvals, Map<String, Integer> terminals, Collection<String> there) {
        Map<String, Integer> prompts = new HashMap<>(terminals);
        prompts.entrySet().removeIf(entry -> entry.getValue() <= 0 || !there.contains(entry.getKey()));
        return new WaitingCounts(approvals, prompts);
    }

    /// Approvals of this sandbox.
    public int approvals(String sandbox) {
        return approvals.of(sandbox).size();
    }

    /// Terminals of this sandbox.
    public int terminals(String sandbox) {
        return terminals.getOrDefault(sandbox, 0);
    }

    /// Everything of this sandbox.
    public int of(String sandbox) {
        return approvals(sandbox) + terminals(sandbox);
    }

    /// Everything, of all sandboxes.
    public int total() {
        return approvals.waiting().size()
                + terminals.values().stream().mapToInt(Integer::intValue).sum();
    }
}
