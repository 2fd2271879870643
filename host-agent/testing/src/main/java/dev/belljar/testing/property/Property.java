package dev.belljar.testing.property;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/// Marks a test method that must succeed with any values of its parameters, each of which is marked with [ForAll].
///
/// If there are at most `tries` combinations of values, all of them are tried. Otherwise random ones are tried: the
/// same ones in each run, unless the system property `property.seed` is `random`. A failure names the simplest values
/// that were found to fail, and a seed; with `property.seed` set to it, the first try has the values that failed.
/// `property.factor` multiplies the tries. `installers/test long` runs all properties with new values.
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Test
@Tag("property")
@ExtendWith(Property.PropertyExtension.class)
public @interface Property {
    /// How often the method is called.
    int tries() default 1_000;

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
}
