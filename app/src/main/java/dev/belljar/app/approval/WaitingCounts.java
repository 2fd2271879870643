package dev.belljar.app.approval;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/// The numbers of approvals and terminals that wait for the user, by the id of their sandbox. Every badge and
/// total in the window is computed here, so that no two of them differ.
public record WaitingCounts(ApprovalList approvals, Map<String, Integer> terminals) {
    /// No approvals and no terminals.
    public static final WaitingCounts NONE = new WaitingCounts(ApprovalList.NONE, Map.of());

    public WaitingCounts {
        terminals = Map.copyOf(terminals);
    }

    /// Counts these approvals and the terminals with input prompts per sandbox; terminals of sandboxes that
    /// are not among `there` no longer exist and are left out.
    public static WaitingCounts of(ApprovalList approvals, Map<String, Integer> terminals, Collection<String> there) {
        Map<String, Integer> prompts = new HashMap<>(terminals);
        prompts.entrySet().removeIf(entry -> entry.getValue() <= 0 || !there.contains(entry.getKey()));
        return new WaitingCounts(approvals, prompts);
    }

    /// Returns the number of waiting approvals of a sandbox.
    public int approvals(String sandbox) {
        return approvals.of(sandbox).size();
    }

    /// Returns the number of waiting terminals of a sandbox.
    public int terminals(String sandbox) {
        return terminals.getOrDefault(sandbox, 0);
    }

    /// Returns the number of approvals and terminals of a sandbox.
    public int of(String sandbox) {
        return approvals(sandbox) + terminals(sandbox);
    }

    /// Returns the number of approvals and terminals of all sandboxes.
    public int total() {
        return approvals.waiting().size()
                + terminals.values().stream().mapToInt(Integer::intValue).sum();
    }
}
