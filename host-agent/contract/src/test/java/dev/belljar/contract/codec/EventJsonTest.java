package dev.belljar.contract.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.Event.FileEvent;
import dev.belljar.contract.event.Event.GapEvent;
import dev.belljar.contract.event.Event.HttpEvent;
import dev.belljar.contract.event.Event.NetEvent;
import dev.belljar.contract.event.Event.OpaqueEvent;
import dev.belljar.contract.event.Event.ProcEvent;
import dev.belljar.contract.event.Event.SyscallEvent;
import dev.belljar.contract.event.EventType;
import dev.belljar.contract.event.FileOp;
import dev.belljar.contract.event.NetOp;
import dev.belljar.contract.event.ProcOp;
import dev.belljar.contract.event.SandboxEvent;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.policy.RefusalReason;
import dev.belljar.contract.policy.RuleLayer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Tests that each kind of event has a golden line, which is written and read exactly.
class EventJsonTest {
    static List<Event> samples() {
        List<Event> all = new ArrayList<>(observed());
        all.addAll(HostEventSamples.all());
        return all;
    }

    private static List<Event> observed() {
        return List.of(
                new SyscallEvent(
                        1, 1706000000000L, 42, 42, "python3", 1, List.of(1L, 140234567L, 128L, 0L, 0L, 0L), 128, 1234),
                new FileEvent(2, 1706000000001L, 42, 99, "python3", FileOp.WRITE, "/tmp/output.txt", null, 1024),
                new NetEvent(
                        3,
                        1706000000002L,
                        NetOp.OPEN,
                        7,
                        42,
                        "curl",
                        "/usr/bin/curl",
                        "egress",
                        "tcp",
                        "10.0.0.2:54321",
                        "93.184.216.34:443",
                        "example.com",
                        512,
                        512,
                        0,
                        1,
                        Verdict.REFUSED,
                        "closed: no matching rule",
                        RefusalReason.NO_MATCHING_RULE,
                        RuleLayer.NETWORK_MODE),
                new ProcEvent(
                        4,
                        1706000000003L,
                        ProcOp.EXEC,
                        43,
                        42,
                        100,
                        1000,
                        "curl",
                        "/usr/bin/curl",
                        List.of("curl", "https://example.com"),
                        "/workspace",
                        null,
                        null,
                        0,
                        false),
                new SandboxEvent(5, 1706000000004L, "note", "guest", null, null, null, "agent 1.2 on Linux 6.12"),
                new GapEvent(6, 1706000000005L, "lost", 12, "the guest's ring was full"),
                new OpaqueEvent(7, 1706000000006L, 200, "AAEC"),
                new HttpEvent(
                        9,
                        1706000000008L,
                        12,
                        "api.example.com",
                        443,
                        true,
                        "POST",
                        "/v1/things?x=1",
                        201,
                        17,
                        2,
                        34,
                        List.of("Host: api.example.com", "Authorization: (not recorded)"),
                        List.of("Content-Type: application/json"),
                        "{\"name\":\"a thing\"}",
                        "{}",
                        List.of("API_TOKEN"),
                        null));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void writesTheGoldenLineAndReadsItBack(Event event) throws Exception {
        String golden = golden(event.type().word());
        assertThat(ContractJson.line(event)).isEqualTo(golden);
        assertThat(ContractJson.read(golden, Event.class)).isEqualTo(event);
    }

    @Test
    void everyKindOfEventHasASample() {
        Set<Class<?>> sampled = samples().stream().map(Object::getClass).collect(Collectors.toSet());
        assertThat(sampled).containsExactlyInAnyOrderElementsOf(kinds(Event.class));
        assertThat(samples().stream().map(Event::type)).containsExactlyInAnyOrder(EventType.values());
        assertThat(Arrays.stream(EventType.values()).map(t -> EventType.of(t.word())))
                .containsExactly(EventType.values());
    }

    @Test
    void withSeqChangesOnlyTheSequenceNumber() {
        for (Event event : samples()) {
            assertThat(event.withSeq(900).seq()).isEqualTo(900);
            assertThat(event.withSeq(900).withSeq(event.seq())).isEqualTo(event);
        }
    }

    @Test
    void brokenJsonNamesTheTypeAndThePlace() {
        assertThatThrownBy(() -> ContractJson.read("{\"type\":\"proc\",", Event.class))
                .isInstanceOf(JsonFault.class)
                .hasMessageContaining("Event")
                .hasMessageContaining("line 1");
    }

    /// The records that a sealed interface permits, at any depth.
    private static Set<Class<?>> kinds(Class<?> type) {
        return type.isSealed()
                ? Arrays.stream(type.getPermittedSubclasses())
                        .flatMap(each -> kinds(each).stream())
                        .collect(Collectors.toSet())
                : Set.of(type);
    }

    private static String golden(String name) throws IOException {
        try (InputStream in = EventJsonTest.class.getResourceAsStream("/golden/" + name + ".json")) {
            if (in == null) {
                throw new IOException("no golden file for " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
        }
    }
}
