package dev.belljar.testing.property;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/// Finds the generator of a parameter: the one that its annotation names, or the one of its type.
final class ParameterGenerator {
    private ParameterGenerator() {}

    static Generator<?> of(Parameter parameter, Object test) {
        ForAll forAll = parameter.getAnnotation(ForAll.class);
        if (forAll == null) {
            throw new IllegalArgumentException(parameter + ": expected the annotation ForAll");
        }
        return forAll.value().isEmpty() ? any(parameter.getAnnotatedType(), parameter) : named(forAll.value(), test);
    }

    private static Generator<?> named(String name, Object test) {
        try {
            Method method = test.getClass().getDeclaredMethod(name);
            method.setAccessible(true);
            return (Generator<?>) method.invoke(test);
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(name + ": expected a method that returns a generator", e);
        }
    }

    private static Generator<?> any(AnnotatedType type, AnnotatedElement limits) {
        Size size = limits.getAnnotation(Size.class);
        int min = size == null ? 0 : size.min();
        int max = size == null ? Generators.LONGEST : size.max();
        if (type instanceof AnnotatedParameterizedType list) {
            AnnotatedType element = list.getAnnotatedActualTypeArguments()[0];
            return listOf(any(element, element), min, max);
        }
        if (!(type.getType() instanceof Class<?> plain)) {
            throw new IllegalArgumentException(type + ": expected a class");
        }
        if (plain == String.class) {
            return Generators.strings(min, max);
        }
        return plain == byte[].class ? Generators.bytes(min, max) : single(plain, limits.getAnnotation(IntRange.class));
    }

    private static <T extends @Nullable Object> Generator<?> listOf(Generator<T> element, int min, int max) {
        return choices -> choices.list(min, max, element::next);
    }

    private static Generator<?> single(Class<?> type, @Nullable IntRange range) {
        if (type.isEnum()) {
            return Generators.of(type.getEnumConstants());
        }
        return switch (type.getName()) {
            case "int", "java.lang.Integer" ->
                range == null
                        ? Generators.integers(Integer.MIN_VALUE, Integer.MAX_VALUE)
                        : Generators.integers(range.min(), range.max());
            case "long", "java.lang.Long" -> Generators.longs(Long.MIN_VALUE, Long.MAX_VALUE);
            case "byte", "java.lang.Byte" ->
                Generators.integers(Byte.MIN_VALUE, Byte.MAX_VALUE).map(Integer::byteValue);
            case "boolean", "java.lang.Boolean" -> Generators.booleans();
            case "java.util.Random" -> Generators.longs(0, Long.MAX_VALUE).map(Random::new);
            default -> throw new IllegalArgumentException(type + ": there is no generator for this type");
        };
    }
}
