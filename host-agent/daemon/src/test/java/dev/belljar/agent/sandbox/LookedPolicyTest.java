package dev.belljar.agent.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.gateway.Policy;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class LookedPolicyTest {
    /// A default of the port that is not handed on would be this policy's own answer.
    @Test
    void everyQuestionIsHandedOn() {
        List<String> own = Arrays.stream(LookedPolicy.class.getDeclaredMethods())
                .map(Method::getName)
                .toList();
        List<String> asked = Arrays.stream(Policy.class.getMethods())
                .filter(method -> !Modifier.isStatic(method.getModifiers()))
                .map(Method::getName)
                .toList();
        assertThat(asked).contains("decide", "namesPrograms");
        assertThat(own).containsAll(asked);
    }
}
