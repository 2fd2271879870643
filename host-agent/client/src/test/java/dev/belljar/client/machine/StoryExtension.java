package dev.belljar.client.machine;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestWatcher;

/// For a class whose tests are the steps of one story, each on what the ones before it left: once a step failed, the
/// later ones are skipped and name it, instead of failing for want of what it should have left.
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
