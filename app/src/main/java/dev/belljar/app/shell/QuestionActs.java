package dev.belljar.app.shell;

import dev.belljar.app.inbox.InboxDialog;
import dev.belljar.app.inbox.QuestionDeeds;
import dev.belljar.app.intent.PolicyWishes;
import dev.belljar.app.live.Cell;
import dev.belljar.app.live.Ending;
import dev.belljar.app.live.QuestionWords;
import dev.belljar.app.live.Questions;
import dev.belljar.app.look.Desk;
import dev.belljar.contract.policy.Action;
import dev.belljar.contract.policy.Answered;
import dev.belljar.contract.policy.Approval;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.request.AnswerApproval;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// Answers questions from wherever in the window that is asked for, and tells what became of those that
/// went away.
final class QuestionActs implements QuestionDeeds {
    private static final String NOT_WAITING = "approval.not-waiting";
    private static final long QUIET_MILLIS = 10_000;

    private final PolicyWishes wishes;
    private final Desk desk;
    private final Cell<Questions> questions;
    private final Notifier notifier;
    private final BooleanSupplier looking;
    private final Set<String> own = new HashSet<>();
    private final Set<String> seen = new HashSet<>();
    private Set<String> ended = new HashSet<>();
    private long told = Long.MIN_VALUE / 2;
    private @Nullable InboxDialog open;

    /// `looking` tells whether the person has the window before them.
    QuestionActs(
            PolicyWishes wishes, Desk desk, Cell<Questions> questions, Notifier notifier, BooleanSupplier looking) {
        this.wishes = wishes;
        this.desk = desk;
        this.questions = questions;
        this.notifier = notifier;
        this.looking = looking;
    }

    @Override
    public void inbox(String question) {
        InboxDialog now = open;
        if (now == null || !now.isOpen()) {
            open = InboxDialog.open(questions, desk, this, question);
        }
    }

    @Override
    public void answer(Approval question, AnswerApproval answer) {
        if (own.add(question.id())) {
            wishes.answer(question.id(), answer)
                    .done(given -> say(Feather.CHECK, words(question, given), "ok"))
                    .failed(problem -> failed(question, problem))
                    .cancelled(() -> own.remove(question.id()))
                    .begin();
        }
    }

    /// Tells of questions that are new, and of those that ended without this window.
    void show(Questions now) {
        List<Approval> fresh =
                now.waiting().stream().filter(q -> seen.add(q.id())).toList();
        if (!fresh.isEmpty() && !looking.getAsBoolean() && desk.now() - told >= QUIET_MILLIS) {
            told = desk.now();
            notify(fresh.getFirst(), now.waiting().size());
        }
        for (Ending ending : now.ended()) {
            String id = ending.question().id();
            boolean answered = own.contains(id) && ending.how() == Ending.How.ANSWERED;
            if (!ended.contains(id) && !answered) {
                say(Feather.INFO, QuestionWords.ending(ending), "muted");
            }
        }
        ended = new HashSet<>(now.ended().stream().map(e -> e.question().id()).toList());
        Set<String> waiting =
                new HashSet<>(now.waiting().stream().map(Approval::id).toList());
        seen.retainAll(waiting);
        own.removeIf(id -> !waiting.contains(id) && ended.contains(id));
    }

    private void notify(Approval question, int waiting) {
        String more = waiting > 1 ? " " + waiting + " wait." : "";
        notifier.tell(
                question.sandboxName() + " asks to reach " + QuestionWords.target(question),
                QuestionWords.process(question) + ". Without an answer it is refused." + more);
    }

    private void failed(Approval question, Problem problem) {
        own.remove(question.id());
        boolean late = problem.code().equals(NOT_WAITING);
        String what = QuestionWords.target(question) + " of " + question.sandboxName();
        say(
                Feather.X_OCTAGON,
                late
                        ? "Your answer came too late: " + what + " was already answered, or its time was over."
                        : problem.detail(),
                late ? "warn" : "danger");
    }

    /// Where the person looks: in the list of questions while it is open, else at the window's corner.
    private void say(Feather icon, String words, String style) {
        InboxDialog now = open;
        if (now != null && now.isOpen()) {
            now.note(words);
        } else {
            desk.overlay().say(icon, words, style);
        }
    }

    private static String words(Approval question, Answered given) {
        boolean later = given.action() == Action.ALLOW && given.name() != null;
        String what = (later ? "Name allowed" : given.action() == Action.ALLOW ? "Allowed" : "Denied");
        String whom = switch (given.scope()) {
            case ONCE -> "once";
            case SANDBOX -> "for this sandbox";
            case PROJECT -> "for all of the project";
            case USER -> "for all of yours";
            case ORGANIZATION -> "for everybody";
        };
        String where = QuestionWords.target(question) + " of " + question.sandboxName();
        return what + " " + whom + ": " + where + ". "
                + (given.released() == 1 ? "1 waited." : given.released() + " waited.")
                + (later
                        ? " It is looked up now; if it leads to a private address, you are asked about that address."
                        : "");
    }
}
