package dev.belljar.app.live;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.client.PolicyClient;
import dev.belljar.contract.policy.Approval;
import dev.belljar.contract.policy.Approvals;
import dev.belljar.contract.policy.AuditEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Waits for questions of all sandboxes until closed: an answer of the agent comes as soon as they change.
///
/// How a question ended is read from the audit, so that the window can say what somebody else answered. While the
/// agent does not answer nothing waits: whatever waited is refused when it ends.
public final class QuestionWatch implements AutoCloseable {
    private static final int SECONDS = 25;
    private static final int LAST = 500;

    private final AgentClient agent;
    private final Cell<Questions> questions;
    private final Thread thread;

    public QuestionWatch(AgentClient agent, FxPulse pulse) {
        this.agent = agent;
        questions = new Cell<>(pulse, Questions.NONE);
        thread = Thread.ofVirtual().name("belljar-questions").unstarted(this::run);
    }

    /// Begins to ask.
    public void start() {
        thread.start();
    }

    /// What waits.
    public Cell<Questions> questions() {
        return questions;
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

    /// Asks once; the version that is known now, 0 when the agent did not answer.
    private long look(long known) throws InterruptedException {
        Questions before = questions.now();
        try {
            PolicyClient policies = agent.policies();
            Approvals now = policies.approvals(null, known, known == 0 ? 0 : SECONDS);
            List<Approval> gone = before.missing(now.waiting());
            if (!gone.isEmpty() || !before.waiting().equals(now.waiting())) {
                questions.set(before.next(now.waiting(), gone.isEmpty() ? List.of() : endings(policies, gone)));
            }
            return now.version();
        } catch (AgentException e) {
            if (!before.waiting().isEmpty()) {
                questions.set(before.next(List.of(), List.of()));
            }
            return 0;
        }
    }

    private static List<Ending> endings(PolicyClient policies, List<Approval> gone) throws InterruptedException {
        List<AuditEntry> entries = List.of();
        try {
            entries = policies.audit(LAST);
        } catch (AgentException e) {
            // What became of them stays unknown, and is said so.
        }
        List<Ending> endings = new ArrayList<>();
        for (Approval question : gone) {
            endings.add(ending(question, entries));
        }
        return endings;
    }

    private static Ending ending(Approval question, List<AuditEntry> entries) {
        String mark = "question " + question.id();
        for (AuditEntry entry : entries.reversed()) {
            Ending.How how = switch (entry.what()) {
                case "answered" -> Ending.How.ANSWERED;
                case "expired" -> Ending.How.EXPIRED;
                case "withdrawn" -> Ending.How.WITHDRAWN;
                default -> Ending.How.UNKNOWN;
            };
            if (how != Ending.How.UNKNOWN && entry.detail().endsWith(mark)) {
                String words = entry.detail().substring(0, entry.detail().length() - mark.length());
                return new Ending(question, how, "allowed".equals(entry.verdict()), words.replaceFirst(", $", ""));
            }
        }
        return new Ending(question, Ending.How.UNKNOWN, false, "");
    }
}
