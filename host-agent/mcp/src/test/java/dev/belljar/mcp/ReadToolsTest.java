package dev.belljar.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.Event.OpaqueEvent;
import dev.belljar.contract.operation.FilesApi;
import dev.belljar.contract.operation.SnapshotApi;
import dev.belljar.contract.sandbox.Snapshot;
import dev.belljar.contract.view.work.GuestFile;
import dev.belljar.contract.view.work.GuestFiles;
import dev.belljar.contract.view.work.RefusedFile;
import dev.belljar.mcp.access.ReachableSandboxes;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Tests the tools that read files, events and snapshots.
class ReadToolsTest {
    private final FakeAgent agent =
            new FakeAgent().with(FakeAgent.sandbox("a1", "shop", 20_000)).with(FakeAgent.sandbox("b2", "other", 7));
    private PipedClient piped;

    @BeforeEach
    void connect() throws Exception {
        piped = PipedClient.of(agent, ReachableSandboxes.named(agent, List.of("a1")), false);
    }

    @AfterEach
    void disconnect() throws Exception {
        piped.close();
    }

    private Map<String, Object> called(String tool, Map<String, Object> arguments) throws Exception {
        CallToolResult result = piped.initialized()
                .callTool(CallToolRequest.builder(tool).arguments(arguments).build());
        return ContractJson.readMap(((TextContent) result.content().getFirst()).text());
    }

    private void file(String name, byte[] content) {
        agent.on(
                FilesApi.LIST,
                (id, request) -> new GuestFiles(
                        List.of(new GuestFile(name, content.length, 1, false, null)),
                        List.of(new RefusedFile("link", "it is a symbolic link")),
                        true));
        agent.archive(archive(name, content));
    }

    /// An archive with one file, as GNU tar writes it.
    private static byte[] archive(String name, byte[] content) {
        byte[] head = new byte[512];
        put(head, 0, name);
        put(head, 100, "0000644\0" + "0000000\0" + "0000000\0" + "%011o\0".formatted(content.length) + "00000000000\0");
        Arrays.fill(head, 148, 156, (byte) ' ');
        head[156] = '0';
        put(head, 257, "ustar  \0");
        int sum = 0;
        for (byte each : head) {
            sum += each & 0xFF;
        }
        put(head, 148, "%06o\0 ".formatted(sum));
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(head);
        all.writeBytes(Arrays.copyOf(content, (content.length + 511) / 512 * 512));
        all.writeBytes(new byte[1_024]);
        return all.toByteArray();
    }

    private static void put(byte[] into, int at, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        System.arraycopy(bytes, 0, into, at, bytes.length);
    }

    @Test
    void aFileIsReadAsTextWithVisibleControlCharacters() throws Exception {
        file("src/a.txt", "héllo\u001b[2J\tx\r\n".getBytes(StandardCharsets.UTF_8));
        assertThat(called("read_file", Map.of("sandbox", "shop", "path", "/workspace/src/a.txt")))
                .containsEntry("text", "héllo\\x1B[2J\tx\r\n")
                .containsEntry("size", 14);
    }

    @Test
    void aPartOfAFileIsReadAsBytes() throws Exception {
        file("a.bin", new byte[] {0, 1, (byte) 0xFF, 3, 4});
        assertThat(called("read_file", Map.of("sandbox", "shop", "path", "a.bin", "offset", 1, "length", 3)))
                .containsEntry("base64", "Af8D")
                .containsEntry("bytes", 3)
                .containsEntry("size", 5);
    }

    @Test
    void aLongFileIsCutBetweenCharacters() throws Exception {
        file("long.txt", ("a" + "é".repeat(200 << 10)).getBytes(StandardCharsets.UTF_8));
        Map<String, Object> result = called("read_file", Map.of("sandbox", "shop", "path", "long.txt"));
        assertThat(result).containsEntry("bytes", (256 << 10) - 1).containsEntry("size", (400 << 10) + 1);
        assertThat((String) result.get("text")).startsWith("aé").endsWith("é").hasSize(128 << 10);
    }

    @Test
    void aFileThatEndsWithinACharacterIsNotText() throws Exception {
        file("a.txt", new byte[] {65, (byte) 0xC3});
        assertThat(called("read_file", Map.of("sandbox", "shop", "path", "a.txt")))
                .containsEntry("base64", "QcM=");
    }

    @Test
    void anArchiveWithAnotherFileIsRefused() throws Exception {
        file("a.txt", new byte[] {65});
        agent.archive(archive("b.txt", new byte[] {66}));
        assertThat(ContractJson.line(called("read_file", Map.of("sandbox", "shop", "path", "a.txt"))))
                .contains("guest.unusable-answer");
    }

    @Test
    void aMissingFileAndALinkAreReported() throws Exception {
        file("a.txt", new byte[] {65});
        assertThat(ContractJson.line(called("read_file", Map.of("sandbox", "shop", "path", "no"))))
                .contains("files.not-found", "there is no such file");
        assertThat(ContractJson.line(called("read_file", Map.of("sandbox", "shop", "path", "link"))))
                .contains("files.not-found", "it is a symbolic link");
        assertThat(agent.calls()).noneMatch(call -> call.startsWith("files"));
    }

    @Test
    void theNewestEventsAreReturned() throws Exception {
        agent.events(listener -> listener.events(LongStream.rangeClosed(19_001, 20_001)
                .<Event>mapToObj(n -> new OpaqueEvent(n, n, 9, "p\u001b" + n))
                .toList()));
        Map<String, Object> result = called("logs", Map.of("sandbox", "shop", "limit", 2));
        assertThat(ContractJson.line(result))
                .contains("p\\\\x1B19999", "p\\\\x1B20000")
                .doesNotContain("20001", "19998");
        assertThat(result)
                .containsEntry("left_out", 998)
                .containsEntry("looked_after", 10_000)
                .containsEntry("looked_until", 20_000);
        assertThat(called("logs", Map.of("sandbox", "shop", "types", List.of("net"))))
                .containsEntry("events", List.of());
        assertThat(agent.calls()).contains("follow a1 after 10000");
    }

    @Test
    void onlySnapshotsOfItsSandboxesAreListedAndRestored() throws Exception {
        agent.on(SnapshotApi.LIST_ALL, (id, request) -> List.of(snapshot("s1", "a1"), snapshot("s2", "b2")));
        assertThat(ContractJson.line(called("list_snapshots", Map.of())))
                .contains("\"s1\"")
                .doesNotContain("s2");
        String hidden = ContractJson.line(called("restore", Map.of("snapshot", "s2")));
        assertThat(hidden).contains("snapshot.not-found");
        assertThat(ContractJson.line(called("restore", Map.of("snapshot", "s9"))))
                .isEqualTo(hidden.replace("s2", "s9"));
        assertThat(agent.calls()).doesNotContain("branch s2");
    }

    private static Snapshot snapshot(String id, String sandbox) {
        return new Snapshot(id, sandbox, "x", null, "before", null, 1, 1, null, null, null, 0, 1, 1, null);
    }
}
