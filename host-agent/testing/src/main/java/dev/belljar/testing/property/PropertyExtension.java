package dev.belljar.testing.property;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/// Calls a method marked with [Property] many times, instead of once.
final class PropertyExtension implements ParameterResolver, InvocationInterceptor {
    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.isAnnotated(ForAll.class);
    }

    /// JUnit requires values before it lets an extension call the method itself.
    @Override
    public @Nullable Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return ParameterGenerator.of(parameter.getParameter(), context.getRequiredTestInstance())
                .next(Choices.of());
    }

    @Override
    public void interceptTestMethod(
            Invocation<@Nullable Void> invocation,
            ReflectiveInvocationContext<Method> called,
            ExtensionContext context) {
        invocation.skip();
        Method method = called.getExecutable();
        Object test = context.getRequiredTestInstance();
        method.setAccessible(true);
        List<Generator<?>> parameters = Arrays.stream(method.getParameters())
                .<Generator<?>>map(parameter -> ParameterGenerator.of(parameter, test))
                .toList();
        Property property = method.getAnnotation(Property.class);
        new PropertyCheck(parameters, values -> call(method, test, values))
                .check(property.tries() * Integer.getInteger("property.factor", 1), seed(method));
    }

    private static void call(Method method, Object test, List<@Nullable Object> values) throws Throwable {
        try {
            method.invoke(test, values.toArray());
        } catch (InvocationTargetException e) {
            throw e.getTargetException();
        }
    }

    // Without a property, equal sources have equal values, so that a change is never blamed for an old fault.
    private static long seed(Method method) {
        String seed = System.getProperty("property.seed", "");
        return switch (seed) {
            case "" -> (method.getDeclaringClass().getName() + "." + method.getName()).hashCode();
            case "random" -> System.nanoTime();
            default -> Long.parseLong(seed);
        };
    }
}
