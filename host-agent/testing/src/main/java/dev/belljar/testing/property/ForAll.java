package dev.belljar.testing.property;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// Marks a parameter of a [Property]: its values are generated.
@Target(ElementType.PARAMETER)
@Retention(RetentionPolicy.RUNTIME)
public @interface ForAll {
    /// The name of the test's method that returns the [Generator] of the values; any values of the type otherwise.
    String value() default "";
}
