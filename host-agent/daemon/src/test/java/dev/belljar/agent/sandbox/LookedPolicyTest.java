package dev.belljar.agent.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.gateway.Policy;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import org.junit.jupiter.api.Test;

/// Nothing a policy says gets lost on the way.
class LookedPolicyTest {
    @Test
    void everyQuestionReachesThePolicyBehindIt() throws Exception {
        for (Method method : Policy.class.getDeclaredMethods()) {
            if (!Modifier.isStatic(method.getModifiers()) && !method.isSynthetic()) {
                Method own = LookedPolicy.class.getMethod(method.getName(), method.getParameterTypes());
                assertThat(own.getDeclaringClass()).as(method.getName()).isEqualTo(LookedPolicy.class);
            }
        }
    }
}
