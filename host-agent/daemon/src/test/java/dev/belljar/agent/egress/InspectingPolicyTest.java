package dev.belljar.agent.egress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.gateway.EgressPolicy;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import org.junit.jupiter.api.Test;

/// Tests that every decision of the wrapped policy is passed on.
public class InspectingPolicyTest {
    @Test
    void everyMethodOfThePolicyIsOverridden() throws Exception {
        for (Method method : EgressPolicy.class.getDeclaredMethods()) {
            if (!Modifier.isStatic(method.getModifiers()) && !method.isSynthetic()) {
                Method own = InspectingPolicy.class.getMethod(method.getName(), method.getParameterTypes());
                assertThat(own.getDeclaringClass()).as(method.getName()).isEqualTo(InspectingPolicy.class);
            }
        }
    }
}
