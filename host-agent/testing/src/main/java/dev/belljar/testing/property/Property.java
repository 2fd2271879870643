package dev.belljar.testing.property;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

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
@ExtendWith(PropertyExtension.class)
public @interface Property {
    /// How often the method is called.
    int tries() default 1_000;
}
