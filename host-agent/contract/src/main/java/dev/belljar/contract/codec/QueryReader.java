package dev.belljar.contract.codec;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Reads the request of an operation from the parameters of a query string.
///
/// A field may be a String, boolean, int, long or enum, or their nullable form. A missing parameter is null,
/// `false`, or the default of [NumberLimits]; it is an error if the field can have none of them.
public final class QueryReader {
    private static final int SHOWN = 80;

    private QueryReader() {}

    /// Reads a record.
    ///
    /// @throws JsonFault saying what is wrong and what was expected
    public static <Q extends Record> Q read(Class<Q> type, Map<String, String> query) throws JsonFault {
        RecordComponent[] fields = type.getRecordComponents();
        for (String name : query.keySet()) {
            if (Arrays.stream(fields).noneMatch(field -> name(field).equals(name))) {
                throw new JsonFault(
                        "%s: unknown parameter: expected %s".formatted(shortened(name), names(fields)), null);
            }
        }
        @Nullable Object[] values = new @Nullable Object[fields.length];
        for (int i = 0; i < fields.length; i++) {
            values[i] = value(fields[i], query.get(name(fields[i])));
        }
        return create(type, fields, values);
    }

    private static String names(RecordComponent... fields) {
        return fields.length == 0
                ? "no parameters"
                : "one of " + Arrays.stream(fields).map(QueryReader::name).collect(Collectors.joining(", "));
    }

    private static @Nullable Object value(RecordComponent field, @Nullable String text) throws JsonFault {
        Class<?> type = field.getType();
        NumberLimits limits = field.getAnnotation(NumberLimits.class);
        if (limits != null) {
            if (text == null && optional(field)) {
                return null;
            }
            long number = number(name(field), text, limits);
            return type == int.class ? (Object) (int) number : (Object) number;
        }
        if (type == boolean.class) {
            return flag(name(field), text);
        }
        if (text == null) {
            if (optional(field)) {
                return null;
            }
            throw new JsonFault(name(field) + ": expected a value", null);
        }
        return type.isEnum() ? word(name(field), text, type) : text;
    }

    private static long number(String name, @Nullable String text, NumberLimits limits) throws JsonFault {
        if (text == null && limits.otherwise() >= 0) {
            return limits.otherwise();
        }
        try {
            long number = Long.parseLong(String.valueOf(text));
            if (number >= limits.least() && number <= limits.most()) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Refused below, with the same words as a number out of range.
        }
        throw new JsonFault(
                "%s \"%s\": expected a whole number from %d to %d"
                        .formatted(name, shortened(text == null ? "" : text), limits.least(), limits.most()),
                null);
    }

    private static boolean flag(String name, @Nullable String text) throws JsonFault {
        if (text != null && !text.equals("true") && !text.equals("false")) {
            throw new JsonFault("%s \"%s\": expected \"true\" or \"false\"".formatted(name, shortened(text)), null);
        }
        return "true".equals(text);
    }

    private static Object word(String name, String text, Class<?> type) throws JsonFault {
        for (Object constant : type.getEnumConstants()) {
            if (constant.toString().toLowerCase(Locale.ROOT).equals(text)) {
                return constant;
            }
        }
        String known = Arrays.stream(type.getEnumConstants())
                .map(constant -> "\"" + constant.toString().toLowerCase(Locale.ROOT) + "\"")
                .collect(Collectors.joining(", "));
        throw new JsonFault("%s \"%s\": expected one of %s".formatted(name, shortened(text), known), null);
    }

    private static <Q extends Record> Q create(Class<Q> type, RecordComponent[] fields, @Nullable Object... values)
            throws JsonFault {
        try {
            Constructor<Q> constructor = type.getDeclaredConstructor(
                    Arrays.stream(fields).map(RecordComponent::getType).toArray(Class<?>[]::new));
            return constructor.newInstance(values);
        } catch (InvocationTargetException e) {
            throw new JsonFault(String.valueOf(e.getTargetException().getMessage()), e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(type + " cannot be created", e);
        }
    }

    /// The name of a field in JSON and in a query string.
    public static String name(RecordComponent field) {
        JsonProperty other = field.getAccessor().getAnnotation(JsonProperty.class);
        return other == null ? field.getName() : other.value();
    }

    /// Whether a field of a request may be missing.
    public static boolean optional(RecordComponent field) {
        return field.getAnnotatedType().isAnnotationPresent(Nullable.class);
    }

    /// The value of a field.
    public static @Nullable Object value(RecordComponent field, Record record) {
        try {
            return field.getAccessor().invoke(record);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException(field + " cannot be read", e);
        }
    }

    private static String shortened(String value) {
        return value.length() > SHOWN ? value.substring(0, SHOWN) + "…" : value;
    }
}
