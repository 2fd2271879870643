package dev.belljar.agent.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.audit.AuditLog;
import dev.belljar.agent.gateway.Destination;
import dev.belljar.agent.gateway.FlowDecision;
import dev.belljar.agent.policy.PolicyService;
import dev.belljar.agent.retention.PermanentDeletion;
import dev.belljar.agent.sandbox.SandboxFixture;
import dev.belljar.agent.tool.BuildMachine;
import dev.belljar.agent.tool.ZellijTool;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.policy.NetworkMode;
import dev.belljar.contract.policy.RuleScope;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests the sandboxes in which programs for machines are built.
@Timeout(60)
public class BuildSandboxesTest {
    private SandboxFixture host;
    private Path folder;

    @BeforeEach
    void open(@TempDir Path temp) throws Exception {
        host = new SandboxFixture(temp);
        folder = ZellijTool.place(host.folders().cache()).resolve("zellij-build");
    }

    @AfterEach
    void close() {
        host.close();
    }

    private BuildSandboxes builds() throws Exception {
        return new BuildSandboxes(
                host.registry(),
                host.api().sandboxes(),
                host.api().policies(),
                host.api().access().guests(),
                new PermanentDeletion(
                        host.api().sandboxes(), host.api().storage().trash()),
                ZellijTool.place(host.folders().cache()));
    }

    private BuildMachine made() throws Exception {
        return builds().make(folder);
    }

    @Test
    void aBuildSandboxHasNoNetworkWhateverTheRules() throws Exception {
        String shop = host.create();
        host.api().policies().add(shop, "allow 93.184.216.34:443", RuleScope.USER);
        host.api().policies().networkMode(shop, NetworkMode.OPEN, RuleScope.USER);
        assertThat(decided(shop).verdict()).isEqualTo(Verdict.ALLOWED);
        try (BuildMachine _ = made()) {
            FlowDecision decision = decided("zellij-build");
            assertThat(decision.verdict()).isEqualTo(Verdict.REFUSED);
            assertThat(decision.rule()).contains("a program is being built");
        }
    }

    /// A host agent was killed during a build: the next one adopts the sandbox's machine before it deletes
    /// the sandbox.
    @ParameterizedTest
    @CsvSource({
        "tcp,93.184.216.34,443,",
        "udp,2606:4700::1,443,",
        "tcp,93.184.216.34,443,example.org",
        "dns,'',53,example.org",
        "icmp,10.0.0.1,0,"
    })
    void aBuildSandboxHasNoNetworkUnderTheNextHostAgent(
            String protocol, String address, int port, String name, @TempDir Path other) throws Exception {
        String shop = host.create();
        for (String rule : List.of("0.0.0.0/0", "::/0", "*", "10.0.0.1")) {
            host.api().policies().add(shop, "allow " + rule, RuleScope.USER);
        }
        assertThat(made()).isNotNull();
        Destination destination = new Destination(protocol, address, port, name);
        InstantSource clock = InstantSource.system();
        try (AuditLog audit = AuditLog.open(other, clock);
                PolicyService next = PolicyService.open(host.places(), audit, clock)) {
            assertThat(verdict(next, "zellij-build", destination)).isEqualTo(Verdict.REFUSED);
            assertThat(verdict(next, "shop", destination))
                    .as("what the rules allow")
                    .isEqualTo(Verdict.ALLOWED);
        }
    }

    @Test
    void aBuildSandboxIsListedAndThenDeletedForGood() throws Exception {
        String shop = host.create();
        try (BuildMachine _ = made()) {
            assertThat(host.api().sandboxes().list())
                    .extracting(sandbox -> sandbox.spec().name())
                    .containsExactly("shop", "zellij-build");
        }
        assertThat(host.api().sandboxes().list())
                .extracting(sandbox -> sandbox.id())
                .containsExactly(shop);
        assertThat(host.api().storage().trash().trash()).isEmpty();
    }

    @Test
    void anInterruptedBuildSandboxIsDeleted() throws Exception {
        BuildMachine machine = made();
        Thread.currentThread().interrupt();
        machine.close();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(host.api().sandboxes().list()).isEmpty();
    }

    @Test
    void aBuildSandboxThatCannotStartLeavesNothing() throws Exception {
        host.openers().gatewayOpens(false);
        assertThatThrownBy(this::made).isNotNull();
        assertThat(host.api().sandboxes().list()).isEmpty();
    }

    @Test
    void theNextHostAgentDeletesALeftBuildSandbox() throws Exception {
        String shop = host.create();
        assertThat(made()).isNotNull();
        host.stopAgent();
        builds().sweep();
        SandboxFixture.until(() -> host.api().sandboxes().list().size() == 1);
        assertThat(host.api().sandboxes().list())
                .extracting(sandbox -> sandbox.id())
                .containsExactly(shop);
    }

    private FlowDecision decided(String name) throws Exception {
        return decided(
                host.dependencies().egress().policies(), name, new Destination("tcp", "93.184.216.34", 443, null));
    }

    private Verdict verdict(PolicyService policies, String name, Destination destination) throws Exception {
        return decided(policies, name, destination).verdict();
    }

    private FlowDecision decided(PolicyService policies, String name, Destination destination) throws Exception {
        return policies.of(host.registry().find(name).subject(), event -> {}).decide(destination);
    }
}
