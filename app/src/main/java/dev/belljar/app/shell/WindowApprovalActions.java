package dev.belljar.app.shell;

import dev.belljar.app.action.PolicyRequests;
import dev.belljar.app.approvals.ApprovalActions;
import dev.belljar.app.approvals.InboxDialog;
import dev.belljar.app.state.ApprovalEnd;
import dev.belljar.app.state.ApprovalList;
import dev.belljar.app.state.ApprovalText;
import dev.belljar.app.state.WatchedValue;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.UiContext;
import dev.belljar.contract.policy.Approval;
import dev.belljar.contract.policy.ApprovalResult;
import dev.belljar.contract.policy.RuleAction;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.request.AnswerApproval;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// Answers approvals, from every part of the window, and shows how other approvals ended.
final class WindowApprovalActions implements ApprovalActions {
    private static final Texts TEXTS = Texts.of(WindowApprovalActions.class);
    private static final String NOT_WAITING = "approval.not-waiting";
    private static final long QUIET_MILLIS = 10_000;

    private final PolicyRequests requests;
    private final UiContext context;
    private final WatchedValue<ApprovalList> approvals;
    private final Notifier notifier;
    private final BooleanSupplier looking;
    private final Set<String> own = new HashSet<>();
    private final Set<String> seen = new HashSet<>();
    private Set<String> ended = new HashSet<>();
    private long notified = Long.MIN_VALUE / 2;
    private @Nullable InboxDialog open;
    private Consumer<Boolean> inboxOpen = now -> {};

    /// `looking` returns true while the window has the focus.
    WindowApprovalActions(
            PolicyRequests requests,
            UiContext context,
            WatchedValue<ApprovalList> approvals,
            Notifier notifier,
            BooleanSupplier looking) {
        this.requests = requests;
        this.context = context;
        this.approvals = approvals;
        this.notifier = notifier;
        this.looking = looking;
    }

    /// Calls `then` when the inbox opens and when it closes.
    void onInbox(Consumer<Boolean> then) {
        inboxOpen = then;
    }

    @Override
    public void inbox(String approvalId) {
        InboxDialog now = open;
        if (now == null || !now.isOpen()) {
            InboxDialog dialog = InboxDialog.open(approvals, context, this, approvalId);
            open = dialog;
            inboxOpen.accept(true);
            dialog.sceneProperty().addListener((at, was, scene) -> inboxOpen.accept(scene != null));
        }
    }

    @Override
    public void answer(Approval approval, AnswerApproval answer) {
        if (own.add(approval.id())) {
            requests.answer(approval.id(), answer)
                    .done(given -> say(Feather.CHECK, words(approval, given), "ok"))
                    .failed(problem -> failed(approval, problem))
                    .cancelled(() -> own.remove(approval.id()))
                    .begin();
        }
    }

    /// Shows new approvals as notifications, and messages about approvals that ended without this window.
    void show(ApprovalList now) {
        List<Approval> fresh =
                now.waiting().stream().filter(q -> seen.add(q.id())).toList();
        if (!fresh.isEmpty() && !looking.getAsBoolean() && context.now() - notified >= QUIET_MILLIS) {
            notified = context.now();
            notify(fresh.getFirst(), now.waiting().size());
        }
        for (ApprovalEnd ending : now.ended()) {
            String id = ending.approval().id();
            boolean answered = own.contains(id) && ending.kind() == ApprovalEnd.EndKind.ANSWERED;
            if (!ended.contains(id) && !answered) {
                say(Feather.INFO, ApprovalText.ending(ending), "muted");
            }
        }
        ended = new HashSet<>(now.ended().stream().map(e -> e.approval().id()).toList());
        Set<String> waiting =
                new HashSet<>(now.waiting().stream().map(Approval::id).toList());
        seen.retainAll(waiting);
        own.removeIf(id -> !waiting.contains(id) && ended.contains(id));
    }

    private void notify(Approval approval, int waiting) {
        notifier.tell(
                TEXTS.get("approval.notify.title", approval.sandboxName(), ApprovalText.destination(approval)),
                TEXTS.get("approval.notify.text", ApprovalText.process(approval), waiting));
    }

    private void failed(Approval approval, Problem problem) {
        own.remove(approval.id());
        boolean late = problem.code().equals(NOT_WAITING);
        say(
                Feather.X_OCTAGON,
                late
                        ? TEXTS.get("approval.late", ApprovalText.destination(approval), approval.sandboxName())
                        : problem.detail(),
                late ? "warn" : "danger");
    }

    /// Shows a message in the inbox while it is open, else at the corner of the window.
    private void say(Feather icon, String words, String style) {
        InboxDialog now = open;
        if (now != null && now.isOpen()) {
            now.note(words);
        } else {
            context.overlay().say(icon, words, style);
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
