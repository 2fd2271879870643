package dev.belljar.app.policy;

import dev.belljar.app.action.PolicyCommands;
import dev.belljar.app.action.UiTask;
import dev.belljar.app.text.Texts;
import dev.belljar.contract.policy.PolicyView;
import dev.belljar.contract.problem.Problem;
import java.util.function.Consumer;

/// What the panes of a policy share: whose it is, the calls, and who is told of a newer one and of what failed.
///
/// `sandbox` is the id, `name` what people call it.
record PolicyWork(
        String sandbox, String name, PolicyCommands commands, Consumer<PolicyView> changed, Consumer<String> trouble) {
    private static final Texts TEXTS = Texts.of(PolicyWork.class);
    /// Begins something; what fails is said at the foot of the dialog.
    <T> void begin(UiTask<T> doing, Consumer<T> done) {
        begin(doing, done, problem -> {
            String hint = problem.hint();
            trouble.accept(hint == null ? problem.detail() : TEXTS.get("work.trouble", problem.detail(), hint));
        });
    }

    /// The same where the caller says what failed.
    <T> void begin(UiTask<T> doing, Consumer<T> done, Consumer<Problem> failed) {
        trouble.accept("");
        doing.done(done).failed(failed).begin();
    }
}
