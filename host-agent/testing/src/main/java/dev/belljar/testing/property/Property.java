package dev.belljar.testing.property;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Marks a test method that must succeed with any values of its parameters, each of which is marked with [ForAll].
///
/// If there are no more combinations of values than `tries`, each of them is tried, otherwise random ones are. A
/// failure
/// names the simplest values that were found to fail, and a seed. With the system property `property.seed` set to it,
/// the
/// first try has the values that failed.
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Test
@ExtendWith(PropertyExtension.class)
public @interface Property {
    /// How often the method is called.
    int tries() default 1_000;
}
