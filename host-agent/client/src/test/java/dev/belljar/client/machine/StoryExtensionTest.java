package dev.belljar.client.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtensionContext;

/// Tests that steps after a failed one are skipped with its name, and that no other outcome skips a step.
class StoryExtensionTest {
    private final StoryExtension story = new StoryExtension();

    @Test
    void stepsAfterAFailureAreSkippedAndNameTheFirstFailure() throws Exception {
        story.testFailed(step("first()"), new AssertionError());
        story.testFailed(step("second()"), new AssertionError());
        assertThat(story.evaluateExecutionCondition(step("third()")))
                .matches(result -> result.isDisabled())
                .satisfies(result -> assertThat(result.getReason()).hasValue("the step before it failed: first()"));
    }

    @Test
    void stepsAfterPassedOrSkippedStepsRun() throws Exception {
        story.testSuccessful(step("first()"));
        story.testAborted(step("second()"), new AssertionError());
        story.testDisabled(step("third()"), Optional.empty());
        assertThat(story.evaluateExecutionCondition(step("fourth()")).isDisabled())
                .isFalse();
    }

    @Test
    void theClassItselfIsNoStep() throws Exception {
        story.testFailed(step("first()"), new AssertionError());
        assertThat(story.evaluateExecutionCondition(context(Optional.empty(), "the class"))
                        .isDisabled())
                .isFalse();
    }

    private static ExtensionContext step(String name) throws NoSuchMethodException {
        return context(Optional.of(Object.class.getMethod("toString")), name);
    }

    private static ExtensionContext context(Optional<Method> method, String name) {
        return (ExtensionContext) Proxy.newProxyInstance(
                StoryExtensionTest.class.getClassLoader(),
                new Class<?>[] {ExtensionContext.class},
                (self, called, arguments) -> switch (called.getName()) {
                    case "getTestMethod" -> method;
                    case "getDisplayName" -> name;
                    default -> throw new UnsupportedOperationException(called.getName());
                });
    }
}
