package dev.belljar.app.state;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.operation.PolicyApi;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.operation.SecretApi;
import dev.belljar.contract.policy.Approval;
import dev.belljar.contract.policy.ApprovalQueue;
import dev.belljar.contract.policy.AuditEntry;
import dev.belljar.contract.request.ListApprovals;
import dev.belljar.contract.request.ListAudit;
import dev.belljar.contract.request.ListFlows;
import dev.belljar.contract.view.FlowRow;
import dev.belljar.contract.view.FlowTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/// Follows the approvals of all sandboxes until closed, by long polling: the host agent answers as soon
/// as they change.
///
/// How an approval ended is read from the audit, so that the window can show answers that were given
/// elsewhere. While the host agent does not answer, the list is empty: an agent that ends refuses
/// everything that waits.
public final class ApprovalWatch implements AutoCloseable {
    private static final int SECONDS = 25;
    private static final int LAST = 500;

    private final AgentClient agent;
    private final WatchedValue<ApprovalList> approvals;
    private final Thread thread;

    public ApprovalWatch(AgentClient agent, FxPulse pulse) {
        this.agent = agent;
        approvals = new WatchedValue<>(pulse, ApprovalList.NONE);
        thread = Thread.ofVirtual().name("belljar-approvals").unstarted(this::run);
    }

    /// Starts following.
    public void start() {
        thread.start();
    }

    /// The approvals that wait, and how the last ones ended.
    public WatchedValue<ApprovalList> list() {
        return approvals;
    }

    @Override
    public void close() {
        thread.interrupt();
    }

    private void run() {
        try {
            long known = 0;
            while (true) {
                known = look(known);
                if (known == 0) {
                    TimeUnit.SECONDS.sleep(1);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// Sends one request; returns the version that is known now, 0 if the agent did not answer.
    private long look(long known) throws InterruptedException {
        ApprovalList before = approvals.now();
        try {
            AgentClient policies = agent;
            ApprovalQueue now =
                    policies.call(PolicyApi.APPROVALS, new ListApprovals(null, known, known == 0 ? 0 : SECONDS));
            List<Approval> gone = before.missing(now.waiting());
            if (!gone.isEmpty() || !before.waiting().equals(now.waiting())) {
                approvals.set(before.next(
                        now.waiting(),
                        gone.isEmpty() ? List.of() : endings(policies, gone),
                        firstTimes(before, now.waiting())));
            }
            return now.version();
        } catch (AgentException e) {
            if (!before.waiting().isEmpty()) {
                approvals.set(before.next(List.of(), List.of(), Set.of()));
            }
            return 0;
        }
    }

    /// Returns the ids of approvals with a new destination: those known before, and those found among the
    /// new approvals.
    private Set<String> firstTimes(ApprovalList before, List<Approval> waiting) throws InterruptedException {
        Set<String> first = new HashSet<>();
        Map<String, FlowTable> flows = new HashMap<>();
        for (Approval approval : waiting) {
            boolean known = before.find(approval.id()).isPresent();
            if (known ? before.firstTime(approval) : firstTime(approval, flows)) {
                first.add(approval.id());
            }
        }
        return first;
    }

    /// True if no recorded flow of the sandbox reached the destination. `known` caches the flows of each
    /// sandbox: a guest that asks for a thousand names at once must not cause a thousand queries.
    private boolean firstTime(Approval approval, Map<String, FlowTable> known) throws InterruptedException {
        try {
            FlowTable flows = known.get(approval.sandbox());
            if (flows == null) {
                flows = agent.call(SandboxApi.FLOWS.at(approval.sandbox()), new ListFlows(LAST));
                known.put(approval.sandbox(), flows);
            }
            return flows.flows().size() == flows.total()
                    && flows.flows().stream().noneMatch(flow -> reached(flow, approval));
        } catch (AgentException e) {
            return false; // not known to be new
        }
    }

    private static boolean reached(FlowRow flow, Approval approval) {
        String name = approval.name();
        boolean same = name == null
                ? approval.address() != null && flow.dst().startsWith(approval.address() + ":")
                : name.equals(flow.name());
        return same && flow.verdict() == Verdict.ALLOWED;
    }

    private static List<ApprovalEnd> endings(AgentClient policies, List<Approval> gone) throws InterruptedException {
        List<AuditEntry> entries = List.of();
        try {
            entries = policies.call(SecretApi.AUDIT, new ListAudit(LAST));
        } catch (AgentException e) {
            // Their ends are shown as unknown.
        }
        List<ApprovalEnd> endings = new ArrayList<>();
        for (Approval approval : gone) {
            endings.add(ending(approval, entries));
        }
        return endings;
    }

    private static ApprovalEnd ending(Approval approval, List<AuditEntry> entries) {
        String mark = " " + approval.id();
        for (AuditEntry entry : entries.reversed()) {
            ApprovalEnd.EndKind kind = switch (entry.what()) {
                case "answered" -> ApprovalEnd.EndKind.ANSWERED;
                case "expired" -> ApprovalEnd.EndKind.EXPIRED;
                case "withdrawn" -> ApprovalEnd.EndKind.WITHDRAWN;
                default -> ApprovalEnd.EndKind.UNKNOWN;
            };
            if (kind != ApprovalEnd.EndKind.UNKNOWN && entry.detail().endsWith(mark)) {
                // The detail ends with the id, after the word for its kind, and after the rule or the reason
                // if there is one.
                String words = entry.detail().replaceFirst("(, )?\\S+" + Pattern.quote(mark) + "$", "");
                return new ApprovalEnd(approval, kind, "allowed".equals(entry.verdict()), words);
            }
        }
        return new ApprovalEnd(approval, ApprovalEnd.EndKind.UNKNOWN, false, "");
    }
}
