package dev.belljar.app.action;

import dev.belljar.app.approval.ApprovalText;
import dev.belljar.app.text.ProblemText;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.UiContext;
import dev.belljar.contract.operation.PolicyApi;
import dev.belljar.contract.policy.Approval;
import dev.belljar.contract.policy.ApprovalResult;
import dev.belljar.contract.policy.RuleAction;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.request.policy.AnswerApproval;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// Answers approvals and shows messages about the results: in the inbox while it is open, otherwise in the corner of
/// the window.
public final class ApprovalActions {
    private static final Texts TEXTS = Texts.of(ApprovalActions.class);
    private static final String NOT_WAITING = "approval.not-waiting";

    private final TaskRunner tasks;
    private final UiContext context;
    private final Set<String> answered = new HashSet<>();
    private @Nullable Consumer<String> inbox;

    ApprovalActions(TaskRunner tasks, UiContext context) {
        this.tasks = tasks;
        this.context = context;
    }

    /// Sets where messages are shown: the open inbox, or null for the corner of the window.
    public void sayIn(@Nullable Consumer<String> openInbox) {
        inbox = openInbox;
    }

    /// Answers an approval, unless this window has already answered it, and shows the result.
    public void answer(Approval approval, AnswerApproval answer) {
        if (answered.add(approval.id())) {
            tasks.task("answer", agent -> agent.call(PolicyApi.ANSWER.at(approval.id()), answer))
                    .done(given -> say(Feather.CHECK, words(approval, given), "ok"))
                    .failed(problem -> failed(approval, problem))
                    .cancelled(() -> answered.remove(approval.id()))
                    .begin();
        }
    }

    /// True if this window has answered the approval with this id.
    public boolean answered(String id) {
        return answered.contains(id);
    }

    /// Forgets the answers to these approvals, which are no longer listed.
    public void forget(Collection<String> ids) {
        answered.removeAll(ids);
    }

    private void failed(Approval approval, Problem problem) {
        answered.remove(approval.id());
        boolean late = problem.code().equals(NOT_WAITING);
        say(
                Feather.X_OCTAGON,
                late
                        ? TEXTS.get("approval.late", ApprovalText.destination(approval), approval.sandboxName())
                        : ProblemText.detail(problem),
                late ? "warn" : "danger");
    }

    /// Shows a message about an approval.
    public void say(Feather icon, String words, String style) {
        Consumer<String> there = inbox;
        if (there == null) {
            context.overlay().say(icon, words, style);
        } else {
            there.accept(words);
        }
    }

    private static String words(Approval approval, ApprovalResult given) {
        boolean allowed = given.action() == RuleAction.ALLOW;
        Object[] what = {ApprovalText.destination(approval), approval.sandboxName(), given.released()};
        String words = switch (given.scope()) {
            case ONCE -> TEXTS.get(allowed ? "approval.allowed.once" : "approval.denied.once", what);
            case SANDBOX -> TEXTS.get(allowed ? "approval.allowed.sandbox" : "approval.denied.sandbox", what);
            case PROJECT -> TEXTS.get(allowed ? "approval.allowed.project" : "approval.denied.project", what);
            case USER -> TEXTS.get(allowed ? "approval.allowed.user" : "approval.denied.user", what);
            case ORGANIZATION -> TEXTS.get(allowed ? "approval.allowed.all" : "approval.denied.all", what);
        };
        return allowed && given.name() != null ? TEXTS.get("approval.lookup", words) : words;
    }
}
