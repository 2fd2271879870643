package dev.belljar.contract.codec;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.Nulls;
import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.EventType;
import dev.belljar.contract.policy.RuleLayer;
import dev.belljar.contract.view.host.DoctorRemedy;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/// Reads and writes every record of the contract as JSON.
///
/// Enums are lower case, absent values are left out. Input is bounded (16 MiB a string, depth 64). Answers and
/// events may carry fields this side does not know yet; requests may not, so that a misspelt field is an error
/// and not a silent default. For the same reason a request's values must have the declared types: a number in
/// quotes, a fraction for a count, a repeated key and text that is not Unicode are errors.
public final class ContractJson {
    private static final int MAX_STRING = 16 << 20;
    private static final int MAX_DEPTH = 64;

    private static final JsonFormat.Value UNKNOWN_AS_NULL =
            JsonFormat.Value.empty().withFeature(JsonFormat.Feature.READ_UNKNOWN_ENUM_VALUES_AS_NULL);

    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxStringLength(MAX_STRING)
                            .maxNestingDepth(MAX_DEPTH)
                            .build())
                    .build())
            .enable(EnumFeature.WRITE_ENUMS_TO_LOWERCASE)
            .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .changeDefaultPropertyInclusion(inclusion -> inclusion.withValueInclusion(JsonInclude.Include.NON_NULL))
            // A missing list or map is read as an empty one, in requests and in events that an older version
            // wrote.
            .withConfigOverride(
                    List.class, list -> list.setNullHandling(JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY)))
            .withConfigOverride(Map.class, map -> map.setNullHandling(JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY)))
            // A client older than the host agent reads a remedy or a layer that it does not know as none.
            .withConfigOverride(DoctorRemedy.class, remedy -> remedy.setFormat(UNKNOWN_AS_NULL))
            .withConfigOverride(RuleLayer.class, layer -> layer.setFormat(UNKNOWN_AS_NULL))
            .addMixIn(Event.class, EventNames.class)
            .build();

    private static final ObjectReader STRICT = MAPPER.rebuild()
            .addModule(new SimpleModule().addDeserializer(String.class, new UnicodeStringDeserializer()))
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .enable(EnumFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
            .withCoercionConfigDefaults(coercion -> {
                for (CoercionInputShape shape : CoercionInputShape.values()) {
                    coercion.setCoercion(shape, CoercionAction.Fail);
                }
            })
            .build()
            .reader()
            .with(StreamReadFeature.STRICT_DUPLICATE_DETECTION);

    private ContractJson() {}

    /// The value as one line of JSON.
    public static String line(Object value) {
        return MAPPER.writeValueAsString(value);
    }

    /// The value as indented JSON, for people.
    public static String pretty(Object value) {
        return MAPPER.writer().with(SerializationFeature.INDENT_OUTPUT).writeValueAsString(value);
    }

    /// The record of each type of event.
    public static Map<EventType, Class<?>> eventTypes() {
        Map<EventType, Class<?>> types = new EnumMap<>(EventType.class);
        for (JsonSubTypes.Type each :
                EventNames.class.getAnnotation(JsonSubTypes.class).value()) {
            types.put(EventType.of(each.name()), each.value());
        }
        return types;
    }

    /// Reads a value from JSON and ignores unknown fields.
    ///
    /// @throws JsonFault naming the type and the position when the text is not such a value
    public static <T> T read(String json, Class<T> type) throws JsonFault {
        return read(MAPPER.readerFor(type), json, type.getSimpleName());
    }

    /// Reads a value from the JSON of a request: an unknown field, a repeated key, a value of another type and
    /// text that is not Unicode are errors.
    ///
    /// @throws JsonFault naming the type, the field and the place when the text is not such a value
    public static <T> T readStrict(String json, Class<T> type) throws JsonFault {
        return read(STRICT.forType(type), json, type.getSimpleName());
    }

    /// Reads a list from JSON.
    ///
    /// @throws JsonFault naming the type and the place when the text is not such a list
    public static <T> List<T> readList(String json, Class<T> element) throws JsonFault {
        JavaType type = MAPPER.getTypeFactory().constructCollectionType(List.class, element);
        return read(MAPPER.readerFor(type), json, "list of " + element.getSimpleName());
    }

    /// Reads any JSON object as nested maps, for documents that the contract does not define.
    ///
    /// @throws JsonFault when the text is not a JSON object
    public static Map<String, Object> readMap(String json) throws JsonFault {
        JavaType type = MAPPER.getTypeFactory().constructMapType(Map.class, String.class, Object.class);
        return read(MAPPER.readerFor(type), json, "object");
    }

    // Each caller made the reader for T just before; Jackson's `ObjectReader` has no type parameter that could
    // say so.
    @SuppressWarnings("TypeParameterUnusedInFormals")
    private static <T> T read(ObjectReader reader, String json, String what) throws JsonFault {
        try {
            T value = reader.readValue(json);
            if (value == null) {
                throw new JsonFault(what + ": expected a value, found null", null);
            }
            return value;
        } catch (JacksonException e) {
            throw new JsonFault(what + field(e) + ": " + said(e) + place(e), e);
        }
    }

    /// The position of the error in the value, for example `.argv[2]`.
    private static String field(JacksonException e) {
        StringBuilder field = new StringBuilder();
        for (JacksonException.Reference step : e.getPath()) {
            if (step.getPropertyName() == null) {
                field.append('[').append(step.getIndex()).append(']');
            } else {
                field.append('.').append(step.getPropertyName());
            }
        }
        return field.toString();
    }

    /// Jackson's message about the value, without the part about Jackson's own settings.
    private static String said(JacksonException e) {
        if (e instanceof UnrecognizedPropertyException unknown && unknown.getKnownPropertyIds() != null) {
            String known = unknown.getKnownPropertyIds().stream()
                    .map(Object::toString)
                    .sorted()
                    .collect(Collectors.joining(", "));
            return known.isEmpty() ? "unknown field: expected no fields" : "unknown field: expected one of " + known;
        }
        return e.getOriginalMessage().replaceFirst(" \\(but (might|could) if coercion[^)]*\\)", "");
    }

    private static String place(JacksonException e) {
        return e.getLocation() == null || e.getLocation().getLineNr() < 1
                ? ""
                : " at line %d, column %d"
                        .formatted(e.getLocation().getLineNr(), e.getLocation().getColumnNr());
    }
}
