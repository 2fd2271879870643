package dev.belljar.client.command.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.client.AgentClient;
import dev.belljar.client.command.Belljar;
import dev.belljar.client.command.ScriptedClient;
import dev.belljar.client.console.CommandSession;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.operation.StorageApi;
import dev.belljar.contract.sandbox.Acceleration;
import dev.belljar.contract.sandbox.MachineLimits;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxSpec;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.SandboxStatus;
import dev.belljar.contract.sandbox.StorageTier;
import dev.belljar.contract.view.storage.DestroyResult;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Tests that `--now` ends a machine at once, and that a hibernated machine is moved to the cold tier only after
/// a confirmation.
class EndingAndTierTest {
    private final List<String> asked = new ArrayList<>();
    private final List<String> questions = new ArrayList<>();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private SandboxState state = SandboxState.RUNNING;
    private @Nullable StorageTier tier;
    private @Nullable String answer;

    @Test
    void stopNowEndsTheMachineAtOnceAndReportsTheUnfetchedWork() {
        assertThat(run("stop", "shop", "--now")).isZero();
        assertThat(asked).containsExactly("stopNow shop");
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("shop is stopped");
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("Unsynced work was not fetched", "had not written to the disk is lost");
    }

    @Test
    void stopWithoutNowIsAnOrdinaryStop() {
        assertThat(run("stop", "shop")).isZero();
        assertThat(asked).containsExactly("stop shop false");
        assertThat(err.toString(StandardCharsets.UTF_8)).doesNotContain("not fetched");
    }

    @Test
    void nowAndHibernateExcludeEachOther() {
        assertThat(run("stop", "shop", "--now", "--hibernate")).isEqualTo(2);
        assertThat(asked).isEmpty();
    }

    @Test
    void destroyNowEndsTheMachineAtOnce() {
        assertThat(run("destroy", "shop", "--now")).isZero();
        assertThat(asked).containsExactly("destroyNow shop");
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("Stopping shop immediately");
        asked.clear();
        assertThat(run("destroy", "shop")).isZero();
        assertThat(asked).containsExactly("destroy shop");
    }

    @Test
    void aHibernatedMachineIsPackedColdOnlyAfterAYes() {
        state = SandboxState.STOPPED;
        tier = StorageTier.HOT;
        answer = "n";
        assertThat(run("tier", "shop", "cold")).isEqualTo(1);
        assertThat(asked).isEmpty();
        assertThat(questions)
                .singleElement()
                .asString()
                .contains("shop is hibernated", "deletes its saved memory", "programs will not resume", "disk is not");
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("Nothing was changed.");
        answer = "Yes";
        assertThat(run("tier", "shop", "cold")).isZero();
        assertThat(asked).containsExactly("pack shop COLD true");
    }

    @Test
    void withoutAPromptTheHostAgentDecides() {
        state = SandboxState.STOPPED;
        tier = StorageTier.WARM;
        assertThat(run("tier", "shop", "cold")).isZero();
        assertThat(asked).containsExactly("pack shop COLD false");
    }

    @Test
    void noQuestionIsAskedWithoutMemoryToLoseOrWithTheYesOption() {
        state = SandboxState.STOPPED;
        assertThat(run("tier", "shop", "cold")).isZero();
        tier = StorageTier.HOT;
        assertThat(run("tier", "shop", "cold", "--yes")).isZero();
        assertThat(run("tier", "shop", "warm")).isZero();
        assertThat(questions).isEmpty();
        assertThat(asked).containsExactly("pack shop COLD false", "pack shop COLD true", "pack shop WARM false");
    }

    private int run(String... words) {
        out.reset();
        err.reset();
        CommandSession.UserPrompt prompt = question -> {
            if (answer != null) {
                questions.add(question);
            }
            return answer;
        };
        PrintStream said = new PrintStream(out, true, StandardCharsets.UTF_8);
        PrintStream aside = new PrintStream(err, true, StandardCharsets.UTF_8);
        return Belljar.run(CommandSession.with(agent(), prompt, said, aside), words);
    }

    /// A stub of a host agent with one sandbox, with the calls that these commands make.
    private AgentClient agent() {
        return new ScriptedClient()
                .on(SandboxApi.GET, (_, _) -> sandbox())
                .on(
                        SandboxApi.STOP,
                        (id, request) ->
                                stopped(request.now() ? "stopNow " + id : "stop " + id + " " + request.hibernate()))
                .on(SandboxApi.DESTROY, (id, request) -> {
                    asked.add((request.now() ? "destroyNow " : "destroy ") + id);
                    return new DestroyResult("a1", null, "/r", "Its work is saved.");
                })
                .on(StorageApi.MOVE, (id, request) -> {
                    asked.add("pack %s %s %s".formatted(id, request.to(), request.dropMemory()));
                    return sandbox();
                });
    }

    private Sandbox stopped(String action) {
        asked.add(action);
        Sandbox before = sandbox();
        state = SandboxState.STOPPED;
        return before;
    }

    private Sandbox sandbox() {
        return new Sandbox(
                "a1",
                new SandboxSpec("shop", "/shop", "microvm", new MachineLimits(256, 1, 1024), false),
                new SandboxStatus(state, 0, List.of(), null, null, List.of(), true, 0),
                new Acceleration(Acceleration.Kind.KVM, "KVM", "", "", null, false, 0, "", 0),
                0,
                null,
                null,
                null,
                tier);
    }
}
