package dev.belljar.contract.codec;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// The permitted range of a number in a query string, and its value when it is missing.
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface NumberLimits {
    /// The smallest permitted value.
    long least();

    /// The largest permitted value.
    long most();

    /// The value when the parameter is missing; -1 if it must be given, or is null then.
    long otherwise() default -1;
}
