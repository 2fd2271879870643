package dev.belljar.agent.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.gateway.Decision;
import dev.belljar.agent.gateway.Destination;
import dev.belljar.agent.tool.BuildMachine;
import dev.belljar.agent.tool.Zellij;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.policy.Preset;
import dev.belljar.contract.policy.Scope;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The sandboxes in which programs for machines are built.
@Timeout(60)
class BuildSandboxesTest {
    private SandboxFixture host;
    private Path folder;

    @BeforeEach
    void open(@TempDir Path temp) throws Exception {
        host = new SandboxFixture(temp);
        folder = Zellij.place(host.folders().cache()).resolve("zellij-build");
    }

    @AfterEach
    void close() {
        host.close();
    }

    private BuildMachine made() throws Exception {
        return new BuildSandboxes(host.fleet(), host.rooms()).make(folder);
    }

    @Test
    void nothingIsLetOutWhateverTheRulesSay() throws Exception {
        String shop = host.create();
        host.fleet().policies().add(shop, "allow 93.184.216.34:443", Scope.USER);
        host.fleet().policies().preset(shop, Preset.OPEN, Scope.USER);
        assertThat(decided(shop).verdict()).isEqualTo(Verdict.ALLOWED);
        try (BuildMachine _ = made()) {
            Decision decision = decided("zellij-build");
            assertThat(decision.verdict()).isEqualTo(Verdict.REFUSED);
            assertThat(decision.rule()).contains("while a program is built");
        }
    }

    @Test
    void itIsSeenWhileItIsThereAndDeletedForGoodAfterwards() throws Exception {
        String shop = host.create();
        try (BuildMachine _ = made()) {
            assertThat(host.fleet().list())
                    .extracting(sandbox -> sandbox.spec().name())
                    .containsExactly("shop", "zellij-build");
        }
        assertThat(host.fleet().list()).extracting(sandbox -> sandbox.id()).containsExactly(shop);
        assertThat(host.fleet().keeping().trash()).isEmpty();
    }

    @Test
    void oneThatIsInterruptedIsDeletedAllTheSame() throws Exception {
        BuildMachine machine = made();
        Thread.currentThread().interrupt();
        machine.close();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(host.fleet().list()).isEmpty();
    }

    @Test
    void oneThatCannotStartLeavesNothing() throws Exception {
        host.openers().gatewayOpens(false);
        assertThatThrownBy(this::made).isNotNull();
        assertThat(host.fleet().list()).isEmpty();
    }

    @Test
    void theNextHostAgentDeletesOneThatWasLeft() throws Exception {
        String shop = host.create();
        assertThat(made()).isNotNull();
        host.stopAgent();
        new BuildSandboxes(host.fleet(), host.rooms()).sweep();
        SandboxFixture.until(() -> host.fleet().list().size() == 1);
        assertThat(host.fleet().list()).extracting(sandbox -> sandbox.id()).containsExactly(shop);
    }

    private Decision decided(String name) throws Exception {
        LiveSandbox sandbox = host.fleet().find(name);
        return host.rooms()
                .wall()
                .policies()
                .of(sandbox.subject(), event -> {})
                .decide(new Destination("tcp", "93.184.216.34", 443, null));
    }
}
