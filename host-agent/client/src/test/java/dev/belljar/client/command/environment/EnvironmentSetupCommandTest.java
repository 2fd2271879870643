package dev.belljar.client.command.environment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.client.command.Belljar;
import dev.belljar.client.command.Saved;
import dev.belljar.client.command.ScriptedClient;
import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SandboxStateText;
import dev.belljar.contract.environment.FetchedName;
import dev.belljar.contract.environment.SetupReport;
import dev.belljar.contract.environment.SetupState;
import dev.belljar.contract.environment.SetupStatus;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.operation.SetupApi;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxStatus;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Tests that a setup is run, followed to its end, cancelled and shown.
class EnvironmentSetupCommandTest {
    private static final SetupStatus BEGUN = SetupStatus.begun("d1", 2, 1);
    private static final SetupStatus FAILED =
            BEGUN.at(2, "Run make").ended(SetupState.FAILED, 5, 2, "\"Run make\" failed with exit code 2");

    private final List<String> asked = new ArrayList<>();
    private final Deque<SetupStatus> states = new ArrayDeque<>();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private @Nullable SetupStatus now;

    private int run(String... words) {
        ScriptedClient agent = new ScriptedClient()
                .on(SandboxApi.GET, (_, _) -> {
                    SetupStatus shown = now;
                    now = states.poll();
                    return sandbox(shown);
                })
                .on(SetupApi.BEGIN, (id, _) -> {
                    asked.add("begin " + id);
                    return BEGUN;
                })
                .on(SetupApi.CANCEL, (id, _) -> {
                    asked.add("cancel " + id);
                    return BEGUN.ended(SetupState.CANCELLED, 5, null, "it was cancelled");
                })
                .on(
                        SetupApi.REPORT,
                        (_, _) -> new SetupReport(
                                FAILED,
                                "d1",
                                "== 1 of 2: Install\nmake: \033[1mno rule\n",
                                false,
                                List.of(new FetchedName("deb.debian.org", 2, 300, 5_000_000))));
        return Belljar.run(
                CommandSession.with(
                        agent,
                        _ -> null,
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8)),
                words);
    }

    private static Sandbox sandbox(@Nullable SetupStatus setup) {
        Sandbox plain = Saved.sandbox("a1", "shop", null);
        SandboxStatus was = plain.status();
        return plain.with(new SandboxStatus(
                was.state(), was.since(), List.of(), null, null, List.of(), true, was.lastSeq(), setup));
    }

    @Test
    void aSetupIsFollowedToItsEnd() {
        states.add(BEGUN.at(2, "Run make").ended(SetupState.DONE, 5, null, null));
        assertThat(run("environment", "setup", "shop")).isZero();
        assertThat(asked).containsExactly("begin shop");
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("2 of 2: Run make");
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("shop is set up\n");
    }

    @Test
    void aFailureIsToldWithTheWayToTheLog() {
        states.add(FAILED);
        assertThat(run("environment", "setup", "shop")).isEqualTo(1);
        assertThat(out.toString(StandardCharsets.UTF_8))
                .isEqualTo("The setup of shop failed: \"Run make\" failed with exit code 2\n");
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("`belljar environment log shop`");
    }

    @Test
    void aRunningSetupIsNotBegunAgain() {
        now = BEGUN;
        states.add(FAILED);
        assertThat(run("environment", "setup", "shop")).isEqualTo(1);
        assertThat(asked).isEmpty();
    }

    @Test
    void aSetupIsCancelled() {
        assertThat(run("environment", "setup", "shop", "--cancel")).isZero();
        assertThat(asked).containsExactly("cancel shop");
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("The setup of shop was cancelled\n");
    }

    @Test
    void theLogIsPrintedInVisibleCharactersWithWhatWasFetched() {
        assertThat(run("environment", "log", "shop")).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("== 1 of 2: Install\nmake: ?[1mno rule\n");
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("Older output was dropped", "failed with exit code 2", "deb.debian.org", "2 connections");
    }

    @Test
    void theStateSaysThatASetupIsNotComplete() {
        assertThat(SandboxStateText.of(sandbox(null))).isEqualTo("running");
        assertThat(SandboxStateText.of(sandbox(BEGUN.at(1, "Install")))).isEqualTo("running, setting up (1 of 2)");
        assertThat(SandboxStateText.of(sandbox(FAILED))).isEqualTo("running, setup failed");
        assertThat(SandboxStateText.of(sandbox(BEGUN.ended(SetupState.DONE, 5, null, null))))
                .isEqualTo("running");
    }
}
