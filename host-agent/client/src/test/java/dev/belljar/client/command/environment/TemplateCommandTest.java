package dev.belljar.client.command.environment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.client.command.Belljar;
import dev.belljar.client.command.ScriptedClient;
import dev.belljar.client.console.CommandSession;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.environment.FetchedName;
import dev.belljar.contract.environment.ProjectTemplate;
import dev.belljar.contract.environment.TemplateLog;
import dev.belljar.contract.environment.TemplateState;
import dev.belljar.contract.operation.Empty;
import dev.belljar.contract.operation.HostApi;
import dev.belljar.contract.operation.TemplateApi;
import dev.belljar.contract.view.host.HostStatus;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Tests that templates are listed, made and removed.
@Tag("slow")
class TemplateCommandTest {
    private final List<String> asked = new ArrayList<>();
    private final Deque<ProjectTemplate> states = new ArrayDeque<>();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private List<ProjectTemplate> now = List.of();

    private int run(String... words) {
        ScriptedClient agent = new ScriptedClient()
                .on(HostApi.STATUS, (_, _) -> ContractJson.read("{\"lastSeq\":41}", HostStatus.class))
                .on(TemplateApi.LIST, (_, _) -> {
                    ProjectTemplate next = states.poll();
                    now = next == null ? now : List.of(next);
                    return now;
                })
                .on(TemplateApi.REFRESH, (_, request) -> {
                    asked.add("refresh " + request.project());
                    return template(TemplateState.PREPARING, "starting");
                })
                .on(TemplateApi.REMOVE, (id, _) -> {
                    asked.add("remove " + id);
                    return Empty.NOTHING;
                })
                .on(TemplateApi.LOG, (_, _) -> new TemplateLog("make: \033[1mno rule\n", false));
        return Belljar.run(
                CommandSession.with(
                        agent,
                        _ -> null,
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8)),
                words);
    }

    private static ProjectTemplate template(TemplateState state, @Nullable String detail) {
        return new ProjectTemplate(
                "a1b2",
                "/src/shop",
                state,
                1706000000024L,
                null,
                3_000_000,
                50_000_000,
                List.of("go.sum"),
                List.of("profile node", "apt hello"),
                List.of(new FetchedName("deb.debian.org", 2, 300, 5_000_000)),
                detail);
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void aTemplateIsListedWithWhatItContainsAndCosts() {
        states.add(template(TemplateState.READY, null));
        assertThat(run("template")).isZero();
        assertThat(out())
                .contains(
                        "a1b2  ready  /src/shop",
                        "last used: never",
                        "3.0 MB for the disk, 50.0 MB for the memory",
                        "go.sum",
                        "profile node, apt hello",
                        "deb.debian.org (5.0 MB)");
    }

    @Test
    void noTemplateIsSaid() {
        assertThat(run("template", "list")).isZero();
        assertThat(out()).isEqualTo("No project has a template.\n");
    }

    @Test
    void aTemplateIsMadeAndFollowedToItsEnd() {
        states.add(template(TemplateState.PREPARING, "setting up, step 1 of 2: Run make"));
        states.add(template(TemplateState.READY, null));
        assertThat(run("template", "refresh", "/src/shop")).isZero();
        assertThat(asked).containsExactly("refresh /src/shop");
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("setting up, step 1 of 2: Run make");
        assertThat(out()).startsWith("New sandboxes for /src/shop will start from template a1b2.\n");
    }

    @Test
    void aFailureIsToldWithTheWayToTheLog() {
        states.add(template(TemplateState.FAILED, "the template could not be made: no space"));
        assertThat(run("template", "refresh", "/src/shop")).isEqualTo(1);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("no space", "`belljar template log /src/shop`");
    }

    @Test
    void theLogIsPrintedInVisibleCharacters() {
        assertThat(run("template", "log", "/src/shop")).isZero();
        assertThat(out()).isEqualTo("make: ?[1mno rule\n");
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("Older output was dropped");
    }

    @Test
    void aTemplateIsRemoved() {
        assertThat(run("template", "remove", "a1b2")).isZero();
        assertThat(asked).containsExactly("remove a1b2");
        assertThat(out()).isEqualTo("Removed template a1b2.\n");
    }

    @Test
    void aTemplateIsPrintedAsJson() {
        states.add(template(TemplateState.READY, null));
        assertThat(run("template", "list", "--json")).isZero();
        assertThat(out()).contains("\"id\"", "\"a1b2\"", "\"ready\"");
    }
}
