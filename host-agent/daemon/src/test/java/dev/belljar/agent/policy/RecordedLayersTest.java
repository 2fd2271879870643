package dev.belljar.agent.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.gateway.network.Bench;
import dev.belljar.agent.gateway.network.FakeNetworkGuest;
import dev.belljar.agent.gateway.network.Frames;
import dev.belljar.agent.index.EventIndex;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.Event.NetEvent;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.policy.NetworkMode;
import dev.belljar.contract.policy.RuleAction;
import dev.belljar.contract.policy.RuleLayer;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.request.policy.AnswerApproval;
import dev.belljar.contract.view.network.FlowRow;
import dev.belljar.contract.view.network.FlowTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Tests that what decided about a flow is recorded, indexed and answered as the policy says it.
class RecordedLayersTest {
    private static final String FAR = "93.184.216.34";
    private static final String RULE = "%s " + FAR + ":123";

    @TempDir
    private Path folder;

    private PoliciesFixture at;

    @BeforeEach
    void open() throws Exception {
        at = new PoliciesFixture(folder);
    }

    @AfterEach
    void close() {
        at.close();
    }

    @ParameterizedTest
    @EnumSource
    void theLayerThatAllowedOrAnsweredAFlowIsInItsRow(RuleLayer layer) throws Exception {
        decideBy(layer, RuleAction.ALLOW);
        Bench bench = new Bench(at.of("s1"));
        switch (layer) {
            case ONCE, SANDBOX, PROJECT, USER, ORGANIZATION, NETWORK_MODE -> send(bench);
            case REGISTRIES ->
                assertThat(FakeNetworkGuest.resolve(bench, "registry.npmjs.org", FAR))
                        .isNotNull();
            case BUILT_IN -> bench.send(Frames.udp("10.213.0.1", 67, new byte[1]));
        }
        answer(bench, layer, RuleAction.ALLOW);
        FlowRow row = row(bench);
        assertThat(row.layer()).isEqualTo(layer);
        assertThat(row.verdict()).isEqualTo(layer == RuleLayer.BUILT_IN ? Verdict.LOCAL : Verdict.ALLOWED);
    }

    @ParameterizedTest
    @EnumSource(names = "REGISTRIES", mode = EnumSource.Mode.EXCLUDE)
    void theLayerThatRefusedAFlowIsInItsRow(RuleLayer layer) throws Exception {
        decideBy(layer, RuleAction.DENY);
        Bench bench = new Bench(at.of("s1"));
        if (layer == RuleLayer.BUILT_IN) {
            bench.send(Frames.udp("10.1.2.3", 123, new byte[1]));
        } else {
            send(bench);
        }
        answer(bench, layer, RuleAction.DENY);
        FlowRow row = row(bench);
        assertThat(row.layer()).isEqualTo(layer);
        assertThat(row.verdict()).isEqualTo(Verdict.REFUSED);
    }

    @ParameterizedTest
    @CsvSource({"REGISTRIES, ALLOWED", "CLOSED, REFUSED"})
    void aFlowThatNoRuleMatchesIsDecidedByTheNetworkMode(NetworkMode mode, Verdict ofRegistry) throws Exception {
        at.policies.networkMode(at.subject("s1"), mode, RuleScope.SANDBOX);
        Bench bench = new Bench(at.of("s1"));
        send(bench);
        assertThat(row(bench).layer()).isEqualTo(RuleLayer.NETWORK_MODE);
        Bench registry = new Bench(at.of("s1"));
        assertThat(FakeNetworkGuest.resolve(registry, "registry.npmjs.org", FAR))
                .isNotNull();
        assertThat(row(registry).verdict()).isEqualTo(ofRegistry);
    }

    @Test
    void aFlowThatWaitsIsHeldByTheNetworkMode() throws Exception {
        Bench bench = new Bench(at.of("s1"));
        send(bench);
        FlowRow row = row(bench);
        assertThat(row.verdict()).isEqualTo(Verdict.HELD);
        assertThat(row.layer()).isEqualTo(RuleLayer.NETWORK_MODE);
    }

    /// Sets the policy so that this layer allows or denies the flow.
    private void decideBy(RuleLayer layer, RuleAction action) throws Exception {
        String rule = RULE.formatted(action == RuleAction.ALLOW ? "allow" : "deny");
        switch (layer) {
            case SANDBOX -> at.policies.add(at.subject("s1"), rule, RuleScope.SANDBOX);
            case PROJECT -> at.policies.add(at.subject("s1"), rule, RuleScope.PROJECT);
            case USER -> at.policies.add(at.subject("s1"), rule, RuleScope.USER);
            case ORGANIZATION -> {
                Path file = at.places.organization();
                Files.createDirectories(Objects.requireNonNull(file.getParent()));
                Files.writeString(file, "[[rule]]\n" + rule.replace(" ", " = \"") + "\"\n");
                at.restart();
            }
            case REGISTRIES -> at.policies.networkMode(at.subject("s1"), NetworkMode.REGISTRIES, RuleScope.SANDBOX);
            case NETWORK_MODE ->
                at.policies.networkMode(
                        at.subject("s1"),
                        action == RuleAction.ALLOW ? NetworkMode.OPEN : NetworkMode.CLOSED,
                        RuleScope.SANDBOX);
            case ONCE, BUILT_IN -> {
                // The default mode asks, and refuses special addresses.
            }
        }
    }

    private static void send(Bench bench) {
        bench.send(Frames.udp(FAR, 123, new byte[1]));
    }

    private void answer(Bench bench, RuleLayer layer, RuleAction action) throws Exception {
        if (layer == RuleLayer.ONCE) {
            at.policies.answer(at.waiting().getFirst().id(), new AnswerApproval(action, RuleScope.ONCE, null, null));
            bench.turn();
        }
    }

    /// The only flow as a client reads it, after its events were written to a journal and indexed.
    private FlowRow row(Bench bench) throws Exception {
        List<Event> journal = new ArrayList<>();
        for (NetEvent seen : bench.seen.all()) {
            journal.add(ContractJson.read(ContractJson.line(seen.withSeq(journal.size() + 1L)), Event.class));
        }
        try (EventIndex index =
                EventIndex.open(Files.createTempDirectory(folder, "index").resolve("index.db"))) {
            index.apply("s1", journal);
            FlowTable table = ContractJson.read(ContractJson.line(index.flows("s1", 10)), FlowTable.class);
            assertThat(table.flows()).hasSize(1);
            return table.flows().getFirst();
        }
    }
}
