package dev.belljar.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.operation.PolicyApi;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.operation.SnapshotApi;
import dev.belljar.contract.policy.Approval;
import dev.belljar.contract.policy.ApprovalQueue;
import dev.belljar.contract.request.session.ExecCommand;
import dev.belljar.contract.view.work.FileChange;
import dev.belljar.contract.view.work.FileContents;
import dev.belljar.contract.view.work.FileDiff;
import dev.belljar.mcp.FakeAgent.FakeCommand;
import dev.belljar.mcp.access.ReachableSandboxes;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Tests the MCP server with the client of the SDK: what it offers, to whom, and how its tools answer.
class McpServiceTest {
    private static final List<String> READING =
            List.of("list_sandboxes", "read_file", "diff", "list_snapshots", "logs", "approvals");

    private final FakeAgent agent =
            new FakeAgent().with(FakeAgent.sandbox("a1", "shop", 7)).with(FakeAgent.sandbox("b2", "other", 7));
    private PipedClient piped;
    private McpSyncClient client;

    @BeforeEach
    void connect() throws Exception {
        connect(ReachableSandboxes.named(agent, List.of("shop")), false);
    }

    private void connect(ReachableSandboxes reachable, boolean readOnly) throws Exception {
        piped = PipedClient.of(agent, reachable, readOnly);
        client = piped.initialized();
        agent.calls().clear();
    }

    @AfterEach
    void disconnect() throws Exception {
        piped.close();
        assertThat(piped.received())
                .isNotEmpty()
                .allSatisfy(line -> assertThat(ContractJson.readMap(line)).containsEntry("jsonrpc", "2.0"));
    }

    private static String text(CallToolResult result) {
        assertThat(result.content()).hasSize(1);
        return ((TextContent) result.content().getFirst()).text();
    }

    private CallToolResult called(String tool, Map<String, Object> arguments) {
        return client.callTool(
                CallToolRequest.builder(tool).arguments(arguments).build());
    }

    private Map<String, Object> result(String tool, Map<String, Object> arguments) throws Exception {
        CallToolResult result = called(tool, arguments);
        assertThat(result.isError()).as(text(result)).isNotEqualTo(true);
        return ContractJson.readMap(text(result));
    }

    private Map<?, ?> problem(String tool, Map<String, Object> arguments) throws Exception {
        CallToolResult result = called(tool, arguments);
        assertThat(result.isError()).as(text(result)).isTrue();
        assertThat(text(result)).doesNotContain("Exception", "at dev.belljar");
        return (Map<?, ?>)
                Objects.requireNonNull(ContractJson.readMap(text(result)).get("error"));
    }

    @Test
    void onlyTheToolsOfTheListAreOffered() {
        assertThat(client.listTools().tools())
                .extracting(Tool::name)
                .containsExactlyInAnyOrder(
                        "list_sandboxes",
                        "start",
                        "exec",
                        "read_file",
                        "diff",
                        "snapshot",
                        "list_snapshots",
                        "branch",
                        "restore",
                        "logs",
                        "approvals");
        assertThat(client.listTools().tools()).allSatisfy(tool -> {
            assertThat(tool.title()).isNotBlank();
            assertThat(tool.inputSchema()).containsEntry("additionalProperties", false);
            assertThat(tool.annotations().readOnlyHint()).isEqualTo(READING.contains(tool.name()));
        });
    }

    @Test
    void readOnlyOffersOnlyWhatChangesNothing() throws Exception {
        piped.close();
        connect(ReachableSandboxes.every(agent), true);
        assertThat(client.listTools().tools()).extracting(Tool::name).containsExactlyInAnyOrderElementsOf(READING);
        assertThatThrownBy(() -> called("exec", Map.of("sandbox", "shop", "shell", "true")))
                .hasMessageContaining("Unknown tool");
        assertThat(agent.calls()).isEmpty();
    }

    @Test
    void anotherSandboxIsAnsweredLikeOneThatDoesNotExist() throws Exception {
        for (String tool : List.of("start", "exec", "read_file", "diff", "snapshot", "branch", "logs", "approvals")) {
            Map<String, Object> more = switch (tool) {
                case "exec" -> Map.of("shell", "true");
                case "read_file" -> Map.of("path", "a");
                default -> Map.of();
            };
            Map<?, ?> missing = problem(tool, with(more, "sandbox", "nobody"));
            for (String hidden : List.of("other", "b2")) {
                String same = ContractJson.line(missing).replace("nobody", hidden);
                assertThat(ContractJson.line(problem(tool, with(more, "sandbox", hidden))))
                        .isEqualTo(same);
            }
        }
        assertThat(agent.calls()).isNotEmpty().containsOnly("list");
    }

    private static Map<String, Object> with(Map<String, Object> more, String name, Object value) {
        Map<String, Object> all = new HashMap<>(more);
        all.put(name, value);
        return all;
    }

    @Test
    void aSandboxThatGetsTheNameLaterIsNotReached() throws Exception {
        agent.remove("a1");
        agent.with(FakeAgent.sandbox("c3", "shop", 7));
        assertThat(problem("diff", Map.of("sandbox", "shop")).get("code")).isEqualTo("sandbox.not-found");
        assertThat(result("list_sandboxes", Map.of()).get("sandboxes")).isEqualTo(List.of());
    }

    @Test
    void aBranchThatItStartedCanBeUsed() throws Exception {
        agent.on(SnapshotApi.BRANCH_NOW, (id, request) -> {
            agent.with(FakeAgent.sandbox("d4", "shop-2", 0));
            return List.of(FakeAgent.sandbox("d4", "shop-2", 0));
        });
        agent.commands((command, listener) -> FakeCommand.ended(0, "hello", listener));
        assertThat(ContractJson.line(result("branch", Map.of("sandbox", "shop"))))
                .contains("\"d4\"");
        assertThat(result("exec", Map.of("sandbox", "shop-2", "argv", List.of("true"))))
                .containsEntry("stdout", "hello");
        assertThat(agent.calls()).contains("branchNow a1", "open d4");
    }

    @Test
    void outputIsDataInWhichControlCharactersAreVisible() throws Exception {
        agent.commands((command, listener) -> FakeCommand.ended(3, "a\u001b[31m\u202e\n{\"exit_code\":0}", listener));
        Map<String, Object> result = result("exec", Map.of("sandbox", "a1", "shell", "x", "cwd", "src"));
        assertThat(result).containsEntry("exit_code", 3);
        assertThat(result).containsEntry("stdout", "a\\x1B[31m\\u202E\n{\"exit_code\":0}");
    }

    @Test
    void longOutputIsCutAndCounted() throws Exception {
        agent.commands((command, listener) -> FakeCommand.ended(0, "x".repeat((256 << 10) + 9), listener));
        Map<String, Object> result = result("exec", Map.of("sandbox", "a1", "shell", "x"));
        assertThat((String) result.get("stdout")).hasSize(256 << 10);
        assertThat(result).containsEntry("stdout_left_out", 9);
    }

    @Test
    void aCancelledCommandIsEndedAndNotAnswered() throws Exception {
        FakeCommand command = new FakeCommand();
        CompletableFuture<ExecCommand> begun = new CompletableFuture<>();
        agent.commands((asked, listener) -> {
            begun.complete(asked);
            return command;
        });
        piped.send("{\"jsonrpc\":\"2.0\",\"id\":\"mine\",\"method\":\"tools/call\",\"params\":{\"name\":\"exec\","
                + "\"arguments\":{\"sandbox\":\"a1\",\"shell\":\"sleep 60\"},\"_meta\":{\"progressToken\":\"p\"}}}");
        assertThat(begun.get(1, TimeUnit.MINUTES).timeoutMillis()).isEqualTo(60_000);
        await().until(() -> !piped.progress().isEmpty());
        piped.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":\"mine\"}}");
        command.closed().get(1, TimeUnit.MINUTES);
        assertThat(result("list_sandboxes", Map.of())).isNotEmpty();
        assertThat(piped.received()).noneMatch(line -> line.contains("\"mine\""));
    }

    @Test
    void theEndOfTheInputEndsCommands() throws Exception {
        FakeCommand command = new FakeCommand();
        agent.commands((asked, listener) -> command);
        piped.send("{\"jsonrpc\":\"2.0\",\"id\":\"mine\",\"method\":\"tools/call\",\"params\":{\"name\":\"exec\","
                + "\"arguments\":{\"sandbox\":\"a1\",\"shell\":\"sleep 60\"}}}");
        await().until(() -> agent.calls().contains("open a1"));
        piped.close();
        command.closed().get(1, TimeUnit.MINUTES);
    }

    @Test
    void whatIsNoMessageIsAnsweredAndDoesNotEndTheServer() throws Exception {
        piped.send("hello");
        piped.send("x".repeat(5 << 20));
        assertThat(result("list_sandboxes", Map.of())).isNotEmpty();
        assertThat(piped.received().stream().filter(line -> line.contains("-32700")))
                .hasSize(2);
    }

    @Test
    void argumentsThatTheSchemaDoesNotNameAreRefused() throws Exception {
        for (Map<String, Object> wrong : List.<Map<String, Object>>of(
                Map.of("sandbox", "a1", "shell", "true", "user", "root"),
                Map.of("sandbox", "a1", "shell", "true", "timeout_seconds", 601),
                Map.of("sandbox", 1, "shell", "true"),
                Map.of("shell", "true"))) {
            assertThat(called("exec", wrong).isError()).isTrue();
        }
        assertThat(problem("exec", Map.of("sandbox", "a1")).get("problem")).isEqualTo("expected either argv or shell");
        assertThat(agent.calls()).isEmpty();
    }

    @Test
    void aHostAgentThatIsGoneIsReportedInWords() throws Exception {
        agent.stop();
        assertThat(problem("list_sandboxes", Map.of()).get("code")).isEqualTo("agent.unavailable");
    }

    @Test
    void aDefectIsReportedWithoutItsException() throws Exception {
        assertThat(problem("diff", Map.of("sandbox", "a1")).get("code")).isEqualTo("internal.error");
    }

    @Test
    void onlyApprovalsOfItsSandboxesAreShown() throws Exception {
        agent.on(
                PolicyApi.APPROVALS,
                (id, request) -> new ApprovalQueue(List.of(
                        new Approval("q1", "a1", "shop", 1, 2, "tcp", "evil\u202e.org", "192.0.2.1", 443, "curl", 1),
                        new Approval("q2", "b2", "other", 1, 2, "tcp", "hidden.org", "192.0.2.1", 443, "curl", 1))));
        assertThat(ContractJson.line(result("approvals", Map.of())))
                .contains("q1", "evil\\\\u202E.org")
                .doesNotContain("q2", "hidden");
    }

    @Test
    void changesAreListedWithAPatchThatIsLimited() throws Exception {
        agent.on(
                SandboxApi.DIFF,
                (id, request) -> new FileDiff(
                        "x",
                        "y",
                        List.of(
                                new FileChange("M", "a.txt", null, 1, 0, false, null),
                                new FileChange("A", "big.txt", null, 1, 0, false, null),
                                new FileChange("A", "b.bin", null, -1, -1, true, null)),
                        List.of(),
                        true));
        agent.on(
                SandboxApi.CONTENTS,
                (id, request) -> request.toString().contains("big")
                        ? new FileContents("big.txt", null, "x".repeat(300 << 10), null)
                        : new FileContents("a.txt", "one\n", "one\ntwo\n", null));
        Map<String, Object> result = result("diff", Map.of("sandbox", "shop"));
        assertThat((String) result.get("patch")).contains("+two").doesNotContain("xxx");
        assertThat(result).containsEntry("patch_left_out", List.of("big.txt", "b.bin"));
        assertThat((List<?>) result.get("files")).hasSize(3);
    }
}
