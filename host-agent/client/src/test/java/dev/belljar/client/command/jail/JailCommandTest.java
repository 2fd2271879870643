package dev.belljar.client.command.jail;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.client.command.Belljar;
import dev.belljar.client.command.ScriptedClient;
import dev.belljar.client.console.CommandSession;
import dev.belljar.contract.jail.JailMode;
import dev.belljar.contract.jail.JailStatus;
import dev.belljar.contract.jail.PreparedJail;
import dev.belljar.contract.operation.Empty;
import dev.belljar.contract.operation.JailApi;
import dev.belljar.contract.request.jail.PrepareJail;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Tests `belljar jail` with answers of the host agent.
class JailCommandTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final List<PrepareJail> prepared = new ArrayList<>();
    private final List<String> killed = new ArrayList<>();
    private List<JailStatus> jails = List.of();

    private int run(String... words) {
        out.reset();
        ScriptedClient agent = new ScriptedClient()
                .on(JailApi.PREPARE, (_, request) -> {
                    prepared.add(request);
                    return new PreparedJail("k1", List.of("/bin/sh", "-c", "exit 42"));
                })
                .on(JailApi.JAILS, (_, _) -> jails)
                .on(JailApi.KILL, (id, _) -> {
                    killed.add(id);
                    return Empty.NOTHING;
                });
        PrintStream said = new PrintStream(out, true, StandardCharsets.UTF_8);
        return Belljar.run(CommandSession.with(agent, _ -> null, said, said), words);
    }

    @Test
    void theExitCodeIsThatOfTheJail() {
        assertThat(run("jail", "run", "--", "npm", "test", "--", "--static")).isEqualTo(42);
        PrepareJail request = prepared.getFirst();
        assertThat(request.command()).containsExactly("npm", "test", "--", "--static");
        assertThat(request.mode()).isEqualTo(JailMode.DYNAMIC);
        assertThat(request.folder()).isEqualTo(Path.of("").toAbsolutePath().toString());
        assertThat(request.folder()).startsWith(request.project());
        assertThat(request.environment()).anyMatch(word -> word.startsWith("PATH="));
    }

    @Test
    void optionsAfterTheCommandBelongToIt() {
        assertThat(run(
                        "jail",
                        "run",
                        "--static",
                        "--no-debug",
                        "--project",
                        "/p",
                        "--rw",
                        "a/../b",
                        "--overlay",
                        "/o",
                        "--blacklist",
                        "/x",
                        "make",
                        "--rw",
                        "/y"))
                .isEqualTo(42);
        PrepareJail request = prepared.getFirst();
        assertThat(request.command()).containsExactly("make", "--rw", "/y");
        assertThat(request.mode()).isEqualTo(JailMode.STATIC);
        assertThat(request.noDebugging()).isTrue();
        assertThat(request.project()).isEqualTo("/p");
        assertThat(request.writable())
                .containsExactly(Path.of("b").toAbsolutePath().toString());
        assertThat(request.overlays()).containsExactly("/o");
        assertThat(request.blacklist()).containsExactly("/x");
    }

    @Test
    void flagsThatAreNotBuiltAreNotOffered() {
        for (String flag : List.of("--containers", "--vm", "--allow-kvm", "--allow-network")) {
            assertThat(run("jail", "run", flag, "--", "true")).as(flag).isEqualTo(2);
        }
        assertThat(prepared).isEmpty();
    }

    @Test
    void jailsAreListedAndKilled() {
        assertThat(run("jail", "ps")).isZero();
        assertThat(out).hasToString("No jail runs.\n");
        jails = List.of(new JailStatus(
                "k1", "/home/anna/shop", List.of("npm", "test"), JailMode.DYNAMIC, System.currentTimeMillis(), 812, 2));
        assertThat(run("jail", "ps")).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("k1", "/home/anna/shop", "dynamic", "812", "npm test", "0 s ago");
        assertThat(run("jail", "kill", "k1")).isZero();
        assertThat(killed).containsExactly("k1");
    }
}
