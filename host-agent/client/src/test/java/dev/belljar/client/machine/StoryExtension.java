package dev.belljar.client.machine;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestWatcher;

/// An extension for classes whose tests are successive steps, each using the results of the earlier ones.
/// After a failed step the later ones are skipped with its name, instead of failing because its result is
/// missing.
final class StoryExtension implements ExecutionCondition, TestWatcher {
    private volatile @Nullable String failed;

    @Override
    public void testFailed(ExtensionContext context, @Nullable Throwable cause) {
        if (failed == null) {
            failed = context.getDisplayName();
        }
    }

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        String step = failed;
        return step == null || context.getTestMethod().isEmpty()
                ? ConditionEvaluationResult.enabled("no step of the story failed")
                : ConditionEvaluationResult.disabled("the step before it failed: " + step);
    }
}
