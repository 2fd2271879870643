package dev.belljar.agent.gateway.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.belljar.agent.audit.AuditLog;
import dev.belljar.agent.gateway.ProcessFinder;
import dev.belljar.agent.policy.PolicyService;
import dev.belljar.agent.policy.approval.PolicySubject;
import dev.belljar.agent.policy.file.PolicyFiles;
import dev.belljar.contract.policy.Approval;
import dev.belljar.contract.policy.NetworkMode;
import dev.belljar.contract.policy.Rule;
import dev.belljar.contract.policy.RuleAction;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.policy.AnswerApproval;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests real policies between a real Linux stack and servers on this host's loopback.
@Tag("vm")
class PolicyStackTest {
    @TempDir
    private Path folder;

    private final Seen seen = new Seen();
    private final LoopbackServer server = new LoopbackServer();
    private final String port = Integer.toString(server.port());
    private TestNameServer names;
    private AuditLog audit;
    private PolicyService policies;
    private PolicySubject shop;
    private NamespacedMachine machine;
    private SocketGateway gateway;

    PolicyStackTest() throws java.io.IOException {}

    @BeforeEach
    void start() throws Exception {
        String missing = NamespacedMachine.missing().orElse("");
        assumeTrue(missing.isEmpty(), () -> "this host lacks " + missing);
        names = new TestNameServer(Map.of(
                "good.example",
                "93.184.216.3",
                "inner.example",
                "10.0.0.7",
                "self.example",
                "127.0.0.1",
                "cloud.example",
                "169.254.169.254"));
        audit = AuditLog.open(folder.resolve("audit"), InstantSource.system());
        policies = PolicyService.open(
                new PolicyFiles(folder.resolve("o"), folder.resolve("u"), folder.resolve("p"), NetworkMode.ASK),
                audit,
                InstantSource.system());
        shop = new PolicySubject(
                "s1", "shop", folder.resolve("project"), Files.createDirectories(folder.resolve("sandbox")));
        machine = NamespacedMachine.start(Files.createDirectories(folder.resolve("m")));
        gateway = SocketGateway.open(
                machine.socket(),
                policies.of(shop, event -> {}),
                ProcessFinder.NONE,
                seen,
                NamespacedMachine.MAC,
                TestSupplies.of(List.of()),
                outside -> new MappedOutside(outside, List.of(names.server())));
        assertThat(machine.lease()).contains("lease ip=10.213.0.2");
    }

    @AfterEach
    void stop() {
        gateway.close();
        policies.close();
        audit.close();
        machine.close();
        server.close();
        names.close();
    }

    private Approval next() throws InterruptedException {
        List<Approval> waiting = new ArrayList<>();
        Awaitility.await()
                .atMost(Durations.TWO_MINUTES)
                .until(() -> waiting.addAll(policies.waiting(null).waiting()));
        return waiting.getFirst();
    }

    private CompletableFuture<String> begun(String... argv) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return machine.run(argv);
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                },
                Executors.newVirtualThreadPerTaskExecutor());
    }

    private void allow(Approval approval, RuleScope scope, @Nullable String ports) throws BelljarException {
        policies.answer(approval.id(), new AnswerApproval(RuleAction.ALLOW, scope, null, ports));
    }

    @Test
    void aNameAndThenItsConnectionWaitForApprovals() throws Exception {
        CompletableFuture<String> curl =
                begun("curl", "-sS", "-m", "50", "--http0.9", "http://good.example:" + port + "/");
        Approval name = next();
        assertThat(name.protocol()).isEqualTo("dns");
        allow(name, RuleScope.SANDBOX, null);
        Approval connection = next();
        assertThat(connection.name()).isEqualTo("good.example");
        assertThat(connection.port()).isEqualTo(server.port());
        allow(connection, RuleScope.ONCE, null);
        assertThat(curl.join()).contains("what?");
        assertThat(audit.verify().intact()).isTrue();
    }

    @Test
    void aNameAllowedForAllPortsIsOneApproval() throws Exception {
        CompletableFuture<String> curl =
                begun("curl", "-sS", "-m", "50", "--http0.9", "http://good.example:" + port + "/");
        allow(next(), RuleScope.SANDBOX, "any");
        assertThat(curl.join()).contains("what?");
        assertThat(policies.waiting(null).waiting()).isEmpty();
    }

    @Test
    void anUploadEndsAtItsBudget() throws Exception {
        policies.add(shop, "allow 93.184.216.9 upload 100000", RuleScope.SANDBOX);
        String said = machine.run("python3", machine.file("client.py"), "up", "93.184.216.9", port, "200000", "1");
        assertThat(said).doesNotContain("1 x same");
        assertThat(seen.all().stream()
                        .filter(e -> e.dst().startsWith("93.184.216.9"))
                        .toList()
                        .getLast()
                        .rule())
                .isNotBlank();
    }

    @Test
    void aRemovedRuleEndsTheConnection() throws Exception {
        Rule rule = policies.add(shop, "allow 93.184.216.9", RuleScope.SANDBOX);
        String idle = "import socket; s = socket.create_connection(('93.184.216.9', " + port + ")); s.recv(1)";
        CompletableFuture<String> waiting = begun("python3", "-c", idle);
        Awaitility.await()
                .atMost(Durations.TWO_MINUTES)
                .until(() -> seen.all().stream().anyMatch(e -> e.dst().startsWith("93.184.216.9")));
        policies.remove(shop, rule.id());
        assertThat(waiting.get(60, TimeUnit.SECONDS)).contains("ConnectionResetError");
    }

    @Test
    void onlyTheApprovedPrivateAddressOfANameOpens() throws Exception {
        assertThat(machine.probe("tcp", "10.0.0.7", port)).startsWith("ECONNREFUSED");
        policies.add(shop, "allow inner.example", RuleScope.SANDBOX);
        CompletableFuture<String> curl =
                begun("curl", "-sS", "-m", "50", "--http0.9", "http://inner.example:" + port + "/");
        Approval approval = next();
        assertThat(approval.name()).isEqualTo("inner.example");
        assertThat(approval.address()).isEqualTo("10.0.0.7");
        assertThat(approval.special()).isEqualTo("a private address");
        allow(approval, RuleScope.SANDBOX, "1");
        Approval connection = next();
        assertThat(connection.protocol()).isEqualTo("tcp");
        assertThat(connection.address()).isEqualTo("10.0.0.7");
        allow(connection, RuleScope.ONCE, null);
        assertThat(curl.join()).contains("what?");
        assertThat(machine.probe("tcp", "10.0.0.8", port)).startsWith("ECONNREFUSED");
    }

    @Test
    void namesOfTheHostOrAMetadataServiceGetNoApproval() throws Exception {
        policies.add(shop, "allow *", RuleScope.SANDBOX);
        for (String name : List.of("self.example", "cloud.example")) {
            assertThat(machine.run("curl", "-sS", "-m", "30", "http://" + name + ":" + port + "/"))
                    .contains("exit 6");
        }
        assertThat(policies.waiting(null).waiting()).isEmpty();
    }
}
