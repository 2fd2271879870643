package dev.belljar.agent.policy.approval;

import dev.belljar.agent.audit.AuditLine;
import dev.belljar.agent.gateway.FlowDecision;
import dev.belljar.agent.gateway.PendingApproval;
import dev.belljar.agent.policy.rule.PolicyException;
import dev.belljar.agent.policy.rule.PolicyVerdict;
import dev.belljar.agent.policy.rule.ShortText;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.policy.Approval;
import dev.belljar.contract.policy.ApprovalQueue;
import dev.belljar.contract.policy.RefusalReason;
import dev.belljar.contract.policy.RuleLayer;
import dev.belljar.contract.policy.RuleScope;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The waiting approvals of all sandboxes. Connections of one sandbox to the same destination share one
/// approval; without an answer in time it is refused.
///
/// An approval whose connections have all ended stays until it expires: an answer then decides the next attempt.
/// A guest cannot flood the inbox: the number of approvals of one sandbox that wait at a time and that begin in
/// a minute is limited, and the rest is refused at once. Connections receive the decision outside the lock.
public final class ApprovalInbox implements SandboxPolicy.ApprovalQueueing, AutoCloseable {
    static final int MOST_CONNECTIONS = 1_000;
    private static final long LONGEST_PAUSE_MILLIS = 30_000;
    private static final Logger LOG = LoggerFactory.getLogger(ApprovalInbox.class);

    private final AuditRecorder recorder;
    private final InstantSource clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Map<ApprovalKey, ApprovalRequest> waiting = new LinkedHashMap<>();
    private final ApprovalLimits budget = new ApprovalLimits();
    private final ApprovalNews news;
    private long version = 1;
    private boolean closed;

    public ApprovalInbox(AuditRecorder recorder, InstantSource clock) {
        this.recorder = recorder;
        this.clock = clock;
        this.news = new ApprovalNews(clock);
    }

    @Override
    public PendingApproval ask(SandboxPolicy policy, WaitingConnection connection, int seconds) {
        ApprovalKey key = ApprovalKey.of(policy.subject().id(), connection.destination());
        ApprovalRequest fresh = null;
        String refusal = null;
        lock.lock();
        try {
            ApprovalRequest request = waiting.get(key);
            if (request == null) {
                refusal =
                        closed ? "the host agent is stopping" : budget.objection(key, waiting.keySet(), clock.millis());
                if (refusal == null) {
                    fresh = begin(policy, key, seconds);
                    request = fresh;
                }
            } else if (request.connections().size() >= MOST_CONNECTIONS) {
                refusal = "too many connections are waiting for this approval";
            }
            if (request != null && refusal == null) {
                request.connections().add(connection);
                version++;
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
        if (refusal != null) {
            FlowDecision refused = new FlowDecision(Verdict.REFUSED, refusal);
            connection.tell((destination, check) -> refused);
            return () -> {};
        }
        if (fresh != null) {
            news.asked(fresh, view(fresh));
            record("held", fresh, "held", "approval " + fresh.id());
        }
        return () -> {
            connection.leave();
            leave(key, connection);
        };
    }

    private ApprovalRequest begin(SandboxPolicy policy, ApprovalKey key, int seconds) {
        long now = clock.millis();
        String id = HexFormat.of()
                .toHexDigits(ThreadLocalRandom.current().nextInt())
                .substring(2);
        ApprovalRequest request = new ApprovalRequest(
                id, policy, key, now, now + Duration.ofSeconds(seconds).toMillis(), new ArrayList<>());
        waiting.put(key, request);
        budget.begin(key, now);
        return request;
    }

    private void leave(ApprovalKey key, WaitingConnection connection) {
        lock.lock();
        try {
            ApprovalRequest request = waiting.get(key);
            if (request != null && request.connections().remove(connection)) {
                version++;
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /// Waits until the next approval expires or the approvals change, for half a minute at most. False once the
    /// inbox is closed.
    public boolean awaitDue() throws InterruptedException {
        lock.lock();
        try {
            long now = clock.millis();
            long due = waiting.values().stream()
                    .mapToLong(ApprovalRequest::expires)
                    .min()
                    .orElse(Long.MAX_VALUE);
            long next = Math.min(due, news.due());
            long nanos = TimeUnit.MILLISECONDS.toNanos(Math.clamp(next - now, 1, LONGEST_PAUSE_MILLIS));
            long known = version;
            while (version == known && nanos > 0 && !closed) {
                nanos = changed.awaitNanos(nanos);
            }
            return !closed;
        } finally {
            lock.unlock();
        }
    }

    /// The approvals that wait, of one sandbox or, for null, of all.
    public ApprovalQueue list(@Nullable String sandbox) {
        lock.lock();
        try {
            return new ApprovalQueue(waiting.values().stream()
                    .filter(request ->
                            sandbox == null || request.key().sandbox().equals(sandbox))
                    .map(ApprovalRequest::view)
                    .toList());
        } finally {
            lock.unlock();
        }
    }

    /// The approval with this id, which continues to wait.
    ///
    /// @throws PolicyException `approval.not-waiting`
    public ApprovalRequest find(String id) throws PolicyException {
        lock.lock();
        try {
            return waiting.values().stream()
                    .filter(request -> request.id().equals(id))
                    .findFirst()
                    .orElseThrow(() -> new PolicyException(
                            PolicyException.NOT_WAITING,
                            "approval \"%s\": expected the id of a waiting approval".formatted(ShortText.of(id)),
                            "`belljar approvals` lists the waiting approvals. An approval is removed once it"
                                    + " is answered or times out."));
        } finally {
            lock.unlock();
        }
    }

    /// Removes an approval and returns its waiting connections; empty if another thread has removed it already.
    private Optional<List<WaitingConnection>> take(ApprovalRequest request) {
        lock.lock();
        try {
            if (!waiting.remove(request.key(), request)) {
                return Optional.empty();
            }
            version++;
            changed.signalAll();
            return Optional.of(List.copyOf(request.connections()));
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void review() {
        for (ApprovalRequest request : all()) {
            PolicyVerdict now = request.policy().judge(request.key().destination());
            if (now.verdict() != Verdict.HELD) {
                release(request, ApprovalEnding.ruled(now.words()), request.policy()::decide);
            }
        }
    }

    /// Ends approvals that have expired, until the inbox is closed.
    public void keepTime() {
        try {
            while (awaitDue()) {
                expire();
                tellChanges();
                recorder.settle();
            }
        } catch (InterruptedException e) {
            // Nothing interrupts this thread; waiting approvals are answered when the inbox is closed.
            Thread.currentThread().interrupt();
        }
    }

    /// Refuses the approvals that have expired.
    public void expire() {
        long now = clock.millis();
        for (ApprovalRequest request : all()) {
            if (now >= request.expires()) {
                FlowDecision refusal = FlowDecision.refused(
                        RefusalReason.NOT_ANSWERED, RefusalReason.NOT_ANSWERED.phrase(), RuleLayer.NETWORK_MODE);
                release(request, ApprovalEnding.expired(refusal.rule()), (destination, check) -> refusal);
            }
        }
    }

    /// Refuses the waiting approvals of a sandbox, for this reason.
    public void withdraw(String sandbox, String why) {
        for (ApprovalRequest request : all()) {
            if (request.key().sandbox().equals(sandbox)) {
                FlowDecision refusal = new FlowDecision(Verdict.REFUSED, why);
                release(request, ApprovalEnding.withdrawn(why), (destination, check) -> refusal);
            }
        }
    }

    private Approval view(ApprovalRequest request) {
        lock.lock();
        try {
            return request.view();
        } finally {
            lock.unlock();
        }
    }

    /// Reports the approvals for which the number of waiting connections differs from the reported number.
    void tellChanges() {
        news.begin();
        for (ApprovalRequest request : all()) {
            news.changed(request, view(request));
        }
    }

    private List<ApprovalRequest> all() {
        lock.lock();
        try {
            return List.copyOf(waiting.values());
        } finally {
            lock.unlock();
        }
    }

    /// Removes an approval, gives the decision to its waiting connections and returns their number.
    int release(ApprovalRequest request, ApprovalEnding ending, WaitingConnection.Decider decider) {
        Optional<List<WaitingConnection>> taken = take(request);
        if (taken.isEmpty()) {
            return 0;
        }
        List<WaitingConnection> connections = taken.get();
        Verdict verdict = Verdict.REFUSED;
        for (WaitingConnection connection : connections) {
            // An answer may apply to some connections only; the verdict is ALLOWED if one of them was allowed.
            if (tell(connection, decider)
                    .filter(result -> result == Verdict.ALLOWED)
                    .isPresent()) {
                verdict = Verdict.ALLOWED;
            }
        }
        if (connections.isEmpty()) {
            Verdict now = request.policy().judge(request.key().destination()).verdict();
            verdict = ending.isAnswer() && now == Verdict.ALLOWED ? now : Verdict.REFUSED;
        }
        news.ended(request, ending, verdict);
        RuleScope scope = ending.scope();
        record(
                ending.op(),
                request,
                verdict.name().toLowerCase(Locale.ROOT),
                ending.rule() + (scope == null ? "" : ", for " + scope.name().toLowerCase(Locale.ROOT)) + ", approval "
                        + request.id());
        return connections.size();
    }

    private void record(String what, ApprovalRequest request, String verdict, String detail) {
        String sandbox = request.policy().subject().id();
        recorder.record(new AuditLine(what, sandbox, request.words(), verdict, detail).withApproval(request.id()));
    }

    private static Optional<Verdict> tell(WaitingConnection connection, WaitingConnection.Decider decider) {
        try {
            return connection.tell(decider);
        } catch (RuntimeException e) {
            // A flow that fails on its answer must not keep the others waiting.
            LOG.error("the answer to an approval could not be delivered", e);
            return Optional.empty();
        }
    }

    /// Refuses all waiting approvals and every later one.
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        for (ApprovalRequest request : all()) {
            FlowDecision refusal = new FlowDecision(Verdict.REFUSED, "the host agent stopped before anybody answered");
            release(request, ApprovalEnding.ofStop(refusal.rule()), (destination, check) -> refusal);
        }
    }
}
