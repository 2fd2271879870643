package dev.belljar.client.help;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// The examples in the help and on the manual page of a command, each as `WHAT TO TYPE | WHAT IT DOES`.
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface CommandExamples {
    String[] value();
}
