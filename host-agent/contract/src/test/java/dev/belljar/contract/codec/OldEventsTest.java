package dev.belljar.contract.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.event.ApprovalEvent;
import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.Event.NetEvent;
import dev.belljar.contract.event.HostEvent;
import dev.belljar.contract.event.SandboxEvent;
import dev.belljar.contract.policy.ApprovalOutcome;
import dev.belljar.contract.policy.RefusalReason;
import dev.belljar.contract.policy.RuleLayer;
import dev.belljar.contract.policy.RuleScope;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests that lines which an older version wrote are read, as the events that this version records instead.
class OldEventsTest {
    @ParameterizedTest
    @CsvSource({
        "0, StateChanged",
        "1, StepChanged",
        "2, PortChanged",
        "3, WorkSynced",
        "4, SnapshotChanged",
        "5, ConsoleLine",
        "6, SandboxEvent",
        "7, SandboxEvent",
    })
    void anOldSandboxEventIsReadAsTheEventThatReplacesIt(int line, String kind) throws Exception {
        SandboxEvent old = (SandboxEvent) read("old-sandbox").get(line);
        Event now = old.current();
        assertThat(now.getClass().getSimpleName()).isEqualTo(kind);
        assertThat(now.seq()).isEqualTo(old.seq());
        assertThat(now.ts()).isEqualTo(old.ts());
        assertThat(ContractJson.read(ContractJson.line(now), Event.class)).isEqualTo(now);
    }

    @Test
    void anOldStateKeepsWhatItSays() throws Exception {
        HostEvent.StateChanged state =
                (HostEvent.StateChanged) ((SandboxEvent) read("old-sandbox").getFirst()).current();
        assertThat(ContractJson.line(state))
                .isEqualTo(
                        "{\"type\":\"state\",\"seq\":5,\"ts\":1706000000004,\"from\":\"starting\",\"to\":\"running\",\"detail\":\"ready"
                                + " in 9.1 s\"}");
    }

    @Test
    void anOldStateWithAnUnknownWordStaysAsItIs() throws Exception {
        SandboxEvent strange = ContractJson.read(
                "{\"type\":\"sandbox\",\"seq\":5,\"ts\":1,\"op\":\"state\",\"to\":\"dancing\"}", SandboxEvent.class);
        assertThat(strange.current()).isSameAs(strange);
    }

    @Test
    void theOutcomeOfAnOldApprovalFollowsFromItsWords() throws Exception {
        List<ApprovalEvent> old =
                read("old-approval").stream().map(ApprovalEvent.class::cast).toList();
        assertThat(old.stream().map(ApprovalEvent::outcome))
                .containsExactly(
                        null,
                        ApprovalOutcome.ALLOWED,
                        ApprovalOutcome.DENIED,
                        ApprovalOutcome.EXPIRED,
                        ApprovalOutcome.STOPPED);
        assertThat(old.getFirst().waits()).isTrue();
        assertThat(old.get(1).waits()).isFalse();
        assertThat(old.get(1).scope()).isEqualTo(RuleScope.SANDBOX);
        assertThat(old.get(1).sandbox()).isNull();
    }

    @Test
    void theReasonOfAnOldRefusalFollowsFromItsRule() throws Exception {
        List<NetEvent> old = read("old-net").stream().map(NetEvent.class::cast).toList();
        assertThat(old.stream().map(NetEvent::reason))
                .containsExactly(
                        RefusalReason.NO_MATCHING_RULE,
                        RefusalReason.DENIED_BY_USER,
                        null,
                        null,
                        RefusalReason.DENIED_BY_RULE,
                        RefusalReason.SPECIAL_ADDRESS);
    }

    @Test
    void theLayerOfAnOldFlowFollowsFromItsRule() throws Exception {
        List<NetEvent> old = read("old-net").stream().map(NetEvent.class::cast).toList();
        assertThat(old.stream().map(NetEvent::layer))
                .containsExactly(
                        RuleLayer.NETWORK_MODE,
                        RuleLayer.ONCE,
                        RuleLayer.NETWORK_MODE,
                        RuleLayer.REGISTRIES,
                        RuleLayer.PROJECT,
                        RuleLayer.BUILT_IN);
    }

    private static List<Event> read(String name) throws IOException, JsonFault {
        List<Event> events = new ArrayList<>();
        try (InputStream in = OldEventsTest.class.getResourceAsStream("/golden/" + name + ".jsonl")) {
            if (in == null) {
                throw new IOException("no golden file for " + name);
            }
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .strip()
                    .split("\n")) {
                events.add(ContractJson.read(line, Event.class));
            }
        }
        return events;
    }
}
