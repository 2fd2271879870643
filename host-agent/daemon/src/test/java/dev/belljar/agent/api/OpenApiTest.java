package dev.belljar.agent.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.api.http.ApiToken;
import dev.belljar.agent.api.http.RequestAuthorizer;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.QueryReader;
import dev.belljar.contract.environment.CodingAgent;
import dev.belljar.contract.environment.Environment;
import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.EventType;
import dev.belljar.contract.event.HostEvent;
import dev.belljar.contract.operation.ApiStream;
import dev.belljar.contract.policy.SecretInfo;
import dev.belljar.contract.sandbox.CodingAgentStatus;
import dev.belljar.contract.view.host.DoctorCheck;
import dev.belljar.contract.view.review.FileConflict;
import dev.belljar.contract.view.review.FileHunks;
import dev.belljar.contract.view.review.HunkCounts;
import dev.belljar.contract.view.session.IdentityCheck;
import dev.belljar.contract.view.timeline.PastState;
import dev.belljar.contract.view.timeline.Timeline;
import dev.belljar.contract.view.timeline.WrittenFiles;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that the API description that the server serves matches the server.
class OpenApiTest {
    private static final String[] PACKAGES = {
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
        "view.work"
    };
    private static final Set<String> METHODS = Set.of("get", "post", "put", "patch", "delete");

    @TempDir
    private Path folder;

    private String text = "";
    private Map<String, Object> document = Map.of();

    @BeforeEach
    void read() throws Exception {
        try (ApiFixture api = new ApiFixture(folder)) {
            text = api.get("/openapi.json").body();
            document = ContractJson.readMap(text);
        }
    }

    @Test
    void everyRouteIsDescribedAndEveryDescriptionIsARoute() throws Exception {
        Set<String> described = new TreeSet<>();
        for (Map.Entry<String, Object> path : object(document, "paths").entrySet()) {
            for (String method : object(document, "paths", path.getKey()).keySet()) {
                if (METHODS.contains(method)) {
                    described.add(method + " " + path.getKey());
                }
            }
        }
        ApiSettings settings = ApiSettings.of(0, folder, folder, "1");
        RequestAuthorizer doorkeeper = new RequestAuthorizer(ApiToken.fresh(folder.resolve("token")));
        Set<String> registered = Arrays.stream(ApiStream.values())
                .map(stream -> stream.method().name().toLowerCase(Locale.ROOT) + " " + stream.path())
                .collect(Collectors.toCollection(TreeSet::new));
        try (ApiFixture api = new ApiFixture(folder.resolve("more"))) {
            ApiServer.routes(settings, new DoctorCheck("API", "ok", "", null), api.services, doorkeeper, () -> {})
                    .forEach(route ->
                            registered.add(route.method().name().toLowerCase(Locale.ROOT) + " " + route.path()));
        }
        assertThat(described).isEqualTo(registered);
    }

    @Test
    void everyReferenceResolves() {
        Matcher reference = Pattern.compile("\"#/components/(\\w+)/(\\w+)\"").matcher(text);
        int seen = 0;
        while (reference.find()) {
            assertThat(object(document, "components", reference.group(1))).containsKey(reference.group(2));
            seen++;
        }
        assertThat(seen).isGreaterThan(50);
    }

    @Test
    void everySchemaHasTheFieldsOfItsRecord() {
        int records = 0;
        for (Map.Entry<String, Object> schema :
                object(document, "components", "schemas").entrySet()) {
            if (schema.getKey().equals("Event")) {
                continue;
            }
            Class<?> record = record(schema.getKey());
            List<String> fields = new ArrayList<>();
            if (Event.class.isAssignableFrom(record)) {
                fields.add("type");
            }
            for (RecordComponent component : record.getRecordComponents()) {
                fields.add(QueryReader.name(component));
            }
            assertThat(object(document, "components", "schemas", schema.getKey(), "properties")
                            .keySet())
                    .as(schema.getKey())
                    .containsExactlyElementsOf(fields);
            records++;
        }
        assertThat(records).isGreaterThan(30);
    }

    @Test
    void everyKindOfEventIsNamed() {
        List<String> words =
                Arrays.stream(EventType.values()).map(EventType::word).toList();
        assertThat(object(document, "components", "schemas", "Event", "discriminator", "mapping")
                        .keySet())
                .containsExactlyInAnyOrderElementsOf(words);
        assertThat(object(document, "components", "parameters", "EventTypes", "schema", "items"))
                .containsEntry("enum", words);
    }

    /// A list, a number or a truth value that a request omits is empty, zero or false.
    @Test
    void aRequestRequiresOnlyTheFieldsThatHaveNoDefault() {
        assertThat(object(document, "components", "schemas", "AcceptSync"))
                .containsEntry("required", List.of("commit"));
    }

    private static Class<?> record(String name) {
        for (String part : PACKAGES) {
            try {
                return Class.forName("dev.belljar.contract." + part + "." + name);
            } catch (ClassNotFoundException e) {
                // The type may be in the next package.
            }
        }
        return Stream.of(
                        CodingAgent.class,
                        CodingAgentStatus.class,
                        Environment.class,
                        IdentityCheck.class,
                        Event.class,
                        HostEvent.class,
                        FileConflict.class,
                        FileHunks.class,
                        HunkCounts.class,
                        Timeline.class,
                        PastState.class,
                        SecretInfo.class,
                        WrittenFiles.class)
                .flatMap(nest -> Arrays.stream(nest.getNestMembers()))
                .filter(type -> type.getSimpleName().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no record is called " + name));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> object(Map<String, Object> document, String... path) {
        Map<String, Object> at = document;
        for (String name : path) {
            assertThat(at).containsKey(name);
            at = (Map<String, Object>) Objects.requireNonNull(at.get(name));
        }
        return at;
    }
}
