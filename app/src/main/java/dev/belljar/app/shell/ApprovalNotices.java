package dev.belljar.app.shell;

import dev.belljar.app.action.ApprovalActions;
import dev.belljar.app.approval.ApprovalEnd;
import dev.belljar.app.approval.ApprovalList;
import dev.belljar.app.approval.ApprovalText;
import dev.belljar.app.desktop.Notifier;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.UiContext;
import dev.belljar.contract.policy.Approval;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.kordamp.ikonli.feather.Feather;

/// Shows desktop notifications about new approvals, and messages about approvals that this window did not answer.
final class ApprovalNotices {
    private static final Texts TEXTS = Texts.of(ApprovalNotices.class);
    private static final long QUIET_MILLIS = 10_000;

    private final ApprovalActions actions;
    private final UiContext context;
    private final Notifier notifier;
    private final BooleanSupplier looking;
    private final Set<String> seen = new HashSet<>();
    private Set<String> ended = new HashSet<>();
    private long notified = Long.MIN_VALUE / 2;

    /// `looking` returns true while the window has the focus.
    ApprovalNotices(ApprovalActions actions, UiContext context, Notifier notifier, BooleanSupplier looking) {
        this.actions = actions;
        this.context = context;
        this.notifier = notifier;
        this.looking = looking;
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
            boolean answered = actions.answered(id) && ending.kind() == ApprovalEnd.EndKind.ANSWERED;
            if (!ended.contains(id) && !answered) {
                actions.say(Feather.INFO, ApprovalText.ending(ending), "muted");
            }
        }
        ended = new HashSet<>(now.ended().stream().map(e -> e.approval().id()).toList());
        Set<String> waiting =
                new HashSet<>(now.waiting().stream().map(Approval::id).toList());
        seen.retainAll(waiting);
        actions.forget(ended.stream().filter(id -> !waiting.contains(id)).toList());
    }

    private void notify(Approval approval, int waiting) {
        notifier.tell(
                TEXTS.get("approval.notify.title", approval.sandboxName(), ApprovalText.destination(approval)),
                TEXTS.get("approval.notify.text", ApprovalText.process(approval), waiting));
    }
}
