package dev.belljar.agent.api.openapi;

import dev.belljar.agent.api.http.HttpResponses;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.JsonFault;
import dev.belljar.contract.codec.NumberLimits;
import dev.belljar.contract.codec.QueryReader;
import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.EventType;
import dev.belljar.contract.operation.AnswerType;
import dev.belljar.contract.operation.ApiOperations;
import dev.belljar.contract.operation.Empty;
import dev.belljar.contract.operation.Operation;
import dev.belljar.contract.operation.RequestPlace;
import dev.belljar.contract.request.session.AttachSession;
import dev.belljar.contract.request.session.TerminalControl;
import dev.belljar.contract.view.host.AgentAddress;
import dev.belljar.contract.view.network.TunnelMessage;
import dev.belljar.contract.view.session.TerminalExit;
import dev.belljar.contract.view.session.TerminalStarted;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;

/// Generates the description of the API (OpenAPI 3.1) from its operations and the records of the contract.
///
/// `openapi.json` contains the parts that follow from neither: the streams, the WebSockets and the shared errors;
/// `descriptions.properties` contains the texts of parameters and fields.
public final class OpenApiDocument {
    private static final String DESCRIPTION = "description";

    /// What streams and WebSockets carry.
    private static final List<Class<?>> MESSAGES = List.of(
            Event.class,
            AgentAddress.class,
            AttachSession.class,
            TerminalControl.class,
            TerminalStarted.class,
            TerminalExit.class,
            TunnelMessage.class);

    private final Properties texts = new Properties();
    private final OpenApiSchemas schemas = new OpenApiSchemas(texts);
    private final Map<String, Object> document;

    private OpenApiDocument() throws IOException {
        try (InputStream stream = resource("descriptions.properties")) {
            texts.load(new InputStreamReader(stream, StandardCharsets.UTF_8));
        }
        try (InputStream stream = resource("openapi.json")) {
            document = ContractJson.readMap(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
        } catch (JsonFault e) {
            throw new IOException("openapi.json: " + e.getMessage(), e);
        }
    }

    /// The description as JSON.
    public static String text() throws IOException {
        return new OpenApiDocument().written();
    }

    private String written() {
        Map<String, Object> paths = object(document, "paths");
        for (Operation<?, ?> operation : ApiOperations.all()) {
            Map<String, Object> path = object(paths, operation.path());
            path.computeIfAbsent(operation.method().name().toLowerCase(Locale.ROOT), _ -> described(operation));
        }
        object(object(object(object(object(document, "components"), "parameters"), "EventTypes"), "schema"), "items")
                .put(
                        "enum",
                        Arrays.stream(EventType.values()).map(EventType::word).toList());
        MESSAGES.forEach(schemas::add);
        schemas.referenced(ContractJson.line(document));
        object(document, "components").put("schemas", schemas.all());
        return ContractJson.pretty(document);
    }

    private Map<String, Object> described(Operation<?, ?> operation) {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("operationId", operation.name());
        if (operation.text().summary().isBlank()) {
            throw new IllegalStateException("operation " + operation.name() + " has no about(…)");
        }
        result.put("summary", operation.text().summary());
        if (!operation.inEveryState()) {
            // The states of the sandbox in which the operation is allowed.
            result.put(
                    "x-sandbox-states",
                    operation.states().stream()
                            .map(state -> state.name().toLowerCase(Locale.ROOT))
                            .sorted()
                            .toList());
        }
        List<Object> parameters = new ArrayList<>();
        operation.variables().forEach(name -> parameters.add(variable(operation, name)));
        if (operation.place() == RequestPlace.BODY) {
            Map<String, Object> content =
                    Map.of(HttpResponses.JSON, Map.of("schema", schemas.request(operation.request())));
            result.put("requestBody", Map.of("required", true, "content", content));
        } else {
            for (RecordComponent field : operation.request().getRecordComponents()) {
                parameters.add(parameter(operation, field));
            }
        }
        if (!parameters.isEmpty()) {
            result.put("parameters", parameters);
        }
        Map<String, Object> responses = new LinkedHashMap<>();
        responses.put(Integer.toString(operation.status()), answer(operation));
        responses.put("default", Map.of("$ref", "#/components/responses/Problem"));
        result.put("responses", responses);
        return result;
    }

    private Map<String, Object> variable(Operation<?, ?> operation, String name) {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("name", name);
        result.put("in", "path");
        result.put("required", true);
        String group = operation.path().substring(1, operation.path().indexOf('/', 1));
        result.put(DESCRIPTION, text(name.equals("id") ? "path." + group : "path." + name));
        result.put("schema", Map.of("type", "string"));
        return result;
    }

    private Map<String, Object> parameter(Operation<?, ?> operation, RecordComponent field) {
        String name = QueryReader.name(field);
        Map<String, Object> schema = new LinkedHashMap<>(schemas.of(field.getGenericType()));
        NumberLimits limits = field.getAnnotation(NumberLimits.class);
        if (limits != null) {
            schema.put("minimum", limits.least());
            schema.put("maximum", limits.most());
            if (limits.otherwise() >= 0) {
                schema.put("default", limits.otherwise());
            }
        } else if (field.getType() == boolean.class) {
            schema.put("default", false);
        }
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("name", name);
        result.put("in", "query");
        result.put("required", required(field));
        result.put(DESCRIPTION, text("operation." + operation.name() + "." + name));
        result.put("schema", schema);
        return result;
    }

    private static boolean required(RecordComponent field) {
        NumberLimits limits = field.getAnnotation(NumberLimits.class);
        boolean hasDefault = field.getType() == boolean.class || (limits != null && limits.otherwise() >= 0);
        return !hasDefault && !QueryReader.optional(field);
    }

    private Map<String, Object> answer(Operation<?, ?> operation) {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put(DESCRIPTION, operation.text().answer());
        AnswerType<?> type = operation.answer();
        if (type.element() != Empty.class) {
            Map<String, Object> one = schemas.of(type.element());
            result.put(
                    "content",
                    Map.of(HttpResponses.JSON, Map.of("schema", type.list() ? OpenApiSchemas.listOf(one) : one)));
        }
        return result;
    }

    private String text(String key) {
        return Objects.requireNonNull(texts.getProperty(key), () -> "descriptions.properties has no " + key);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> object(Map<String, Object> parent, String name) {
        return (Map<String, Object>) parent.computeIfAbsent(name, _ -> new LinkedHashMap<String, Object>());
    }

    private static InputStream resource(String name) throws IOException {
        InputStream stream = OpenApiDocument.class.getResourceAsStream(name);
        if (stream == null) {
            throw new IOException(name + " is missing from this build");
        }
        return stream;
    }
}
