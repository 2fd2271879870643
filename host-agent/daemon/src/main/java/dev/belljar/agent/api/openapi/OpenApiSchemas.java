package dev.belljar.agent.api.openapi;

import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.QueryReader;
import dev.belljar.contract.event.Event;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// The schemas of the API description: one for each record of the contract that a request, a response or an event
/// uses.
final class OpenApiSchemas {
    private static final String PREFIX = "#/components/schemas/";
    private static final Pattern REFERENCE = Pattern.compile("\"" + PREFIX + "(\\w+)\"");
    private static final List<String> PACKAGES = List.of(
            "environment",
            "event",
            "jail",
            "policy",
            "problem",
            "request.codingagent",
            "request.environment",
            "request.jail",
            "request.network",
            "request.policy",
            "request.sandbox",
            "request.session",
            "request.storage",
            "request.work",
            "sandbox",
            "sync",
            "view.codingagent",
            "view.host",
            "view.network",
            "view.process",
            "view.review",
            "view.provenance",
            "view.session",
            "view.settings",
            "view.storage",
            "view.timeline",
            "view.work");

    private final Properties texts;
    private final Map<String, Object> schemas = new TreeMap<>();

    OpenApiSchemas(Properties texts) {
        this.texts = texts;
    }

    Map<String, Object> all() {
        return schemas;
    }

    /// Adds the records that a JSON text refers to.
    void referenced(String json) {
        REFERENCE.matcher(json).results().map(found -> found.group(1)).forEach(name -> add(named(name)));
    }

    /// A reference to the record of a request, whose unknown fields are refused.
    Map<String, Object> request(Class<? extends Record> type) {
        Map<String, Object> reference = of(type);
        object(Objects.requireNonNull(schemas.get(type.getSimpleName()))).put("additionalProperties", false);
        return reference;
    }

    static Map<String, Object> listOf(Map<String, Object> element) {
        Map<String, Object> list = new LinkedHashMap<>();
        list.put("type", "array");
        list.put("items", element);
        return list;
    }

    /// The schema of a type, or a reference to it.
    Map<String, Object> of(Type type) {
        if (type instanceof ParameterizedType generic) {
            Type last = generic.getActualTypeArguments()[generic.getActualTypeArguments().length - 1];
            if (Collection.class.isAssignableFrom((Class<?>) generic.getRawType())) {
                return listOf(of(last));
            }
            return new LinkedHashMap<>(Map.of("type", "object", "additionalProperties", of(last)));
        }
        Class<?> plain = (Class<?>) type;
        if (plain.isEnum()) {
            Map<String, Object> word = simple("string", "");
            word.put("enum", words(plain));
            return word;
        }
        if (plain.isRecord() || plain == Event.class) {
            add(plain);
            return new LinkedHashMap<>(Map.of("$ref", PREFIX + plain.getSimpleName()));
        }
        return simple(plain);
    }

    private static Map<String, Object> simple(Class<?> type) {
        return switch (type.getSimpleName()) {
            case "String" -> simple("string", "");
            case "boolean", "Boolean" -> simple("boolean", "");
            case "int", "Integer" -> simple("integer", "int32");
            case "long", "Long" -> simple("integer", "int64");
            case "double", "Double" -> simple("number", "double");
            default -> throw new IllegalArgumentException(type + " has no schema");
        };
    }

    private static Map<String, Object> simple(String type, String format) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", type);
        if (!format.isEmpty()) {
            schema.put("format", format);
        }
        return schema;
    }

    private static List<String> words(Class<?> type) {
        return Arrays.stream(type.getEnumConstants())
                .map(constant -> ((Enum<?>) constant).name().toLowerCase(Locale.ROOT))
                .toList();
    }

    /// Adds a record, or the events.
    void add(Class<?> type) {
        if (schemas.containsKey(type.getSimpleName())) {
            return;
        }
        Map<String, Object> schema = new LinkedHashMap<>();
        schemas.put(type.getSimpleName(), schema);
        if (type == Event.class) {
            events(schema);
        } else {
            record(type, schema);
        }
    }

    private void record(Class<?> type, Map<String, Object> schema) {
        Map<String, Object> fields = new LinkedHashMap<>();
        List<String> required = new ArrayList<>();
        boolean event = Event.class.isAssignableFrom(type);
        if (event) {
            fields.put("type", Map.of("const", eventWord(type)));
            required.add("type");
        }
        boolean asked = type.getPackageName().contains(".request.");
        for (RecordComponent field : type.getRecordComponents()) {
            String name = QueryReader.name(field);
            Map<String, Object> one = of(field.getGenericType());
            String text = texts.getProperty("schema." + type.getSimpleName() + "." + name);
            if (text != null) {
                one.put("description", text);
            }
            fields.put(name, one);
            boolean hasDefault =
                    asked && (field.getType().isPrimitive() || field.getGenericType() instanceof ParameterizedType);
            if (!hasDefault && !QueryReader.optional(field)) {
                required.add(name);
            }
        }
        schema.put("type", "object");
        describe(type, schema);
        schema.put("properties", fields);
        if (!required.isEmpty()) {
            schema.put("required", required);
        }
    }

    private void events(Map<String, Object> schema) {
        Map<String, Object> mapping = new LinkedHashMap<>();
        List<Object> one = new ArrayList<>();
        for (Class<?> type : ContractJson.eventTypes().values()) {
            Map<String, Object> reference = of(type);
            one.add(reference);
            mapping.put(eventWord(type), reference.get("$ref"));
        }
        describe(Event.class, schema);
        schema.put("oneOf", one);
        schema.put("discriminator", Map.of("propertyName", "type", "mapping", mapping));
    }

    private static String eventWord(Class<?> type) {
        return ContractJson.eventTypes().entrySet().stream()
                .filter(each -> each.getValue() == type)
                .map(each -> each.getKey().word())
                .findFirst()
                .orElseThrow();
    }

    private void describe(Class<?> type, Map<String, Object> schema) {
        String text = texts.getProperty("schema." + type.getSimpleName());
        if (text != null) {
            schema.put("description", text);
        }
    }

    private static Class<?> named(String name) {
        for (String part : PACKAGES) {
            try {
                return Class.forName("dev.belljar.contract." + part + "." + name);
            } catch (ClassNotFoundException e) {
                // The record may be in the next package.
            }
        }
        throw new IllegalArgumentException("no record is called " + name);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> object(Object value) {
        return (Map<String, Object>) value;
    }
}
