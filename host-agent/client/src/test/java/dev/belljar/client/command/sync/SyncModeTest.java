package dev.belljar.client.command.sync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.client.command.Belljar;
import dev.belljar.client.command.Saved;
import dev.belljar.client.command.ScriptedClient;
import dev.belljar.client.console.CommandSession;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.operation.HostApi;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.operation.SyncApi;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sync.SyncMode;
import dev.belljar.contract.sync.SyncSettings;
import dev.belljar.contract.sync.SyncState;
import dev.belljar.contract.sync.SyncStatus;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Tests that `belljar sync` sets and shows modes without syncing anything, and that `belljar list` shows what
/// waits.
class SyncModeTest {
    private final List<String> asked = new ArrayList<>();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private SyncSettings settings = SyncSettings.USUAL;
    private SyncState state = SyncState.UNKNOWN;
    private int commits;
    private int files;
    private @Nullable Problem problem;

    @Test
    void aModeIsSetForOneSandbox() {
        assertThat(run("sync", "shop", "--mode", "auto-idle", "--idle", "60")).isZero();
        assertThat(asked).containsExactly("set shop AUTO_IDLE 60");
        assertThat(run("sync", "shop", "--mode", "auto-commit")).isZero();
        assertThat(asked).contains("set shop AUTO_COMMIT null");
        assertThat(run("sync", "shop", "--mode", "default")).isZero();
        assertThat(asked).contains("reset shop");
    }

    @Test
    void aModeIsSetForTheProject() {
        settings = new SyncSettings(SyncMode.AUTO_COMMIT, 30, false, false);
        assertThat(run("sync", "shop", "--mode", "auto-commit", "--project")).isZero();
        assertThat(asked).containsExactly("project /projects/shop AUTO_COMMIT null null");
        assertThat(out()).contains("Project /projects/shop: Mode auto-commit", "waiting for your review");
    }

    @Test
    void aProjectReturnsToTheDefault() {
        assertThat(run("sync", "shop", "--mode", "default", "--project")).isZero();
        assertThat(asked).containsExactly("reset project /projects/shop");
        assertThat(out()).contains("Project /projects/shop: Mode manual");
        assertThat(run("sync", "shop", "--mode", "default", "--project", "--apply", "off"))
                .isZero();
        assertThat(asked.subList(1, 3))
                .containsExactly("reset project /projects/shop", "project /projects/shop null null false");
        assertThat(run("sync", "shop", "--mode", "default", "--idle", "5")).isEqualTo(2);
    }

    @Test
    void applyingIsSetForTheProjectAloneAndSaysWhatItDoes() {
        settings = new SyncSettings(SyncMode.AUTO_COMMIT, 30, false, true);
        assertThat(run("sync", "shop", "--apply", "on")).isZero();
        assertThat(asked).containsExactly("project /projects/shop null null true");
        assertThat(out())
                .contains(
                        "Changes that are fetched automatically are put on their sandbox's branch (belljar/SANDBOX)"
                                + " without your review, unless they include a file that could run code on this"
                                + " computer.",
                        "put on branch belljar/shop without your review");
        assertThat(run("sync", "shop", "--apply", "off")).isZero();
        assertThat(asked).contains("project /projects/shop null null false");
    }

    @Test
    void inModeManualNothingIsAppliedWithoutAReview() {
        settings = new SyncSettings(SyncMode.MANUAL, 30, true, true);
        assertThat(run("sync", "shop", "--status")).isZero();
        assertThat(out())
                .contains("In manual mode, fetched changes wait for your review; only changes that another mode"
                        + " fetches are put on branch belljar/shop automatically.")
                .doesNotContain("without your review");
        settings = new SyncSettings(SyncMode.MANUAL, 30, true, false);
        assertThat(run("sync", "shop", "--status")).isZero();
        assertThat(out())
                .contains("Fetched changes are waiting for your review.")
                .doesNotContain("belljar/shop");
    }

    @Test
    void theStatusIsShownInWords() {
        settings = new SyncSettings(SyncMode.AUTO_IDLE, 60, true, false);
        state = SyncState.WAITING;
        commits = 3;
        files = 1;
        assertThat(run("sync", "shop", "--status")).isZero();
        assertThat(asked).isEmpty();
        assertThat(out())
                .contains(
                        "3 commits, 1 file are waiting for review.",
                        "Mode auto-idle: changes are fetched for review when nothing has been written for 60 s. Set"
                                + " for this sandbox.");
        problem = Problem.of(new ProblemCode("sync.stalled", 504), "stalled", "no progress for 60 s", "Try again.");
        assertThat(run("sync", "shop", "--status")).isZero();
        assertThat(out()).contains("Problem: no progress for 60 s");
    }

    @Test
    void theStatusIsJsonForPrograms() throws Exception {
        state = SyncState.IN_SYNC;
        assertThat(run("sync", "shop", "--status", "--json")).isZero();
        assertThat(ContractJson.read(out(), SyncStatus.class)).isEqualTo(status());
    }

    @Test
    void theListShowsWhatWaits() {
        state = SyncState.WAITING;
        commits = 1;
        assertThat(run("list")).isZero();
        assertThat(out()).contains("WORK", "waiting: 1 commit");
        state = SyncState.CONFLICT;
        assertThat(run("list")).isZero();
        assertThat(out()).contains("conflict");
    }

    private SyncStatus status() {
        return new SyncStatus("a", settings, state, commits, files, 0, false, null, problem);
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private int run(String... words) {
        out.reset();
        ScriptedClient agent = new ScriptedClient()
                .on(SandboxApi.LIST, (_, _) -> List.of(Saved.sandbox("a", "shop", null, SandboxState.RUNNING, null)))
                .on(SandboxApi.GET, (_, _) -> Saved.sandbox("a", "shop", null, SandboxState.RUNNING, null))
                .on(HostApi.DAMAGED, (_, _) -> List.of())
                .on(SyncApi.ALL, (_, _) -> List.of(status()))
                .on(SyncApi.STATUS, (_, _) -> status())
                .on(SyncApi.SET, (id, request) -> {
                    asked.add("set %s %s %s".formatted(id, request.mode(), request.idleSeconds()));
                    return settings;
                })
                .on(SyncApi.RESET, (id, _) -> {
                    asked.add("reset " + id);
                    return settings;
                })
                .on(SyncApi.RESET_PROJECT, (_, request) -> {
                    asked.add("reset project " + request.project());
                    return settings;
                })
                .on(SyncApi.SET_PROJECT, (_, request) -> {
                    asked.add("project %s %s %s %s"
                            .formatted(request.project(), request.mode(), request.idleSeconds(), request.apply()));
                    return settings;
                });
        CommandSession session = CommandSession.with(
                agent,
                _ -> null,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
        return Belljar.run(session, words);
    }
}
