package dev.belljar.app.policy;

import dev.belljar.app.action.Actions;
import dev.belljar.app.action.UiTask;
import dev.belljar.app.text.ProblemText;
import dev.belljar.app.text.Texts;
import dev.belljar.contract.policy.PolicyView;
import dev.belljar.contract.problem.Problem;
import java.util.function.Consumer;

/// Shared by the panes of the policy dialog: the sandbox, the commands, and the listeners for a changed
/// policy and for errors.
///
/// `sandbox` is the id, `name` the name for the user.
record PolicyWork(
        String sandbox, String name, Actions actions, Consumer<PolicyView> changed, Consumer<String> onProblem) {
    private static final Texts TEXTS = Texts.of(PolicyWork.class);
    /// Starts a task; shows its error at the bottom of the dialog.
    <T> void begin(UiTask<T> doing, Consumer<T> done) {
        begin(doing, done, problem -> {
            String hint = ProblemText.hint(problem);
            onProblem.accept(
                    hint == null
                            ? ProblemText.detail(problem)
                            : TEXTS.get("work.trouble", ProblemText.detail(problem), hint));
        });
    }

    /// Starts a task; the caller handles its error.
    <T> void begin(UiTask<T> doing, Consumer<T> done, Consumer<Problem> failed) {
        onProblem.accept("");
        doing.done(done).failed(failed).begin();
    }
}
