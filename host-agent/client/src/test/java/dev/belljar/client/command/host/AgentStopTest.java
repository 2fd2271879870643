package dev.belljar.client.command.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.client.command.Belljar;
import dev.belljar.client.command.Saved;
import dev.belljar.client.command.ScriptedClient;
import dev.belljar.client.console.CommandSession;
import dev.belljar.contract.operation.Empty;
import dev.belljar.contract.operation.HostApi;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.view.host.AgentHealth;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Tests what `belljar agent stop` says about the sandboxes.
class AgentStopTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @Test
    void runningSandboxesAreMentionedOnlyIfThereAreSome() {
        assertThat(stopped(SandboxState.RUNNING)).contains("Sandboxes keep running");
        assertThat(stopped(SandboxState.STOPPED))
                .contains("No sandbox was running.")
                .doesNotContain("keep running");
    }

    private String stopped(SandboxState state) {
        out.reset();
        // No process has this number.
        AgentHealth health = new AgentHealth(true, "1", Long.MAX_VALUE, "/data", 0);
        PrintStream printer = new PrintStream(out, true, StandardCharsets.UTF_8);
        ScriptedClient agent = new ScriptedClient()
                .on(HostApi.HEALTH, (_, _) -> health)
                .on(SandboxApi.LIST, (_, _) -> List.of(Saved.sandbox("a", "shop", null, state, null)))
                .on(HostApi.SHUTDOWN, (_, _) -> new Empty());
        assertThat(Belljar.run(CommandSession.with(agent, _ -> null, printer, printer), "agent", "stop"))
                .isZero();
        return out.toString(StandardCharsets.UTF_8);
    }
}
