package dev.belljar.client.command.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.client.AgentClient;
import dev.belljar.client.command.Belljar;
import dev.belljar.client.command.ScriptedClient;
import dev.belljar.client.console.CommandSession;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.policy.NetworkMode;
import dev.belljar.contract.request.sandbox.SetSandboxSettings;
import dev.belljar.contract.sandbox.Acceleration;
import dev.belljar.contract.sandbox.MachineLimits;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxSetting;
import dev.belljar.contract.sandbox.SandboxSpec;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.SandboxStatus;
import dev.belljar.contract.sandbox.StorageTier;
import dev.belljar.contract.view.settings.PendingSetting;
import dev.belljar.contract.view.settings.PeriodSetting;
import dev.belljar.contract.view.settings.ResourceUse;
import dev.belljar.contract.view.settings.SandboxSettings;
import dev.belljar.contract.view.settings.ShareSettings;
import dev.belljar.contract.view.settings.UnappliedSetting;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Tests that `belljar set` sends only what was given, shows what is in use and pending, and restarts on
/// request.
class SetCommandTest {
    private static final MachineLimits NOW = new MachineLimits(8192, 4, 16_384);

    private final List<SetSandboxSettings> sent = new ArrayList<>();
    private final List<String> asked = new ArrayList<>();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private SandboxState state = SandboxState.RUNNING;
    private @Nullable StorageTier tier;

    @Test
    void withoutOptionsTheSettingsAreShown() {
        assertThat(run("set", "shop")).isZero();
        assertThat(sent).isEmpty();
        assertThat(asked).isEmpty();
        assertThat(text(out).lines().map(line -> line.replaceAll("  +", " | ")))
                .containsExactly(
                        "SETTING | VALUE | IN USE NOW | NOT IN EFFECT YET",
                        "memory | 8 GiB | 3 GiB | 12 GiB after a shutdown",
                        "cpus | 4 | 0.4",
                        "disk | 16 GiB | 2 GiB | 32 GiB at the next start",
                        "idle | 30 min (set for this sandbox) | 2 min",
                        "lifetime | no limit (set in the host agent's environment) | 61 min",
                        "network | ask",
                        "processes | 1,024 | 22",
                        "cpu-weight | 50 (default)",
                        "cpu-cap | 150 %",
                        "disk-rate | no limit");
        assertThat(text(err)).contains("cpu-cap is not in effect: no control groups.", "belljar set shop --restart");
    }

    @Test
    void onlyTheSettingsThatAreGivenAreSent() {
        assertThat(run("set", "shop", "--memory", "12G", "--pids", "1024")).isZero();
        assertThat(run("set", "shop", "--disk-rate", "50M", "--idle", "never", "--network", "closed"))
                .isZero();
        assertThat(run("set", "shop", "--cpus", "6", "--reset", "idle,cpu-cap")).isZero();
        assertThat(sent)
                .containsExactly(
                        new SetSandboxSettings(12_288, null, null, null, null, null, 1024, null, null, null, null),
                        new SetSandboxSettings(
                                null, null, null, 0L, null, NetworkMode.CLOSED, null, null, null, 50L << 20, null),
                        new SetSandboxSettings(
                                null,
                                6,
                                null,
                                null,
                                null,
                                null,
                                null,
                                null,
                                null,
                                null,
                                List.of(SandboxSetting.IDLE, SandboxSetting.CPU_CAP)));
        assertThat(asked).isEmpty();
    }

    @Test
    void aRunningSandboxIsShutDownAndStartedOnRequest() {
        assertThat(run("set", "shop", "--memory", "12G", "--restart")).isZero();
        assertThat(sent).hasSize(1);
        assertThat(asked).containsExactly("stop", "start");
    }

    @Test
    void aHibernatedSandboxIsResumedBeforeItIsShutDown() {
        state = SandboxState.STOPPED;
        tier = StorageTier.WARM;
        assertThat(run("set", "shop", "--restart")).isZero();
        assertThat(asked).containsExactly("start", "stop", "start");
    }

    @Test
    void aSandboxThatWasShutDownIsOnlyStarted() {
        state = SandboxState.STOPPED;
        assertThat(run("set", "shop", "--restart")).isZero();
        assertThat(asked).containsExactly("start");
    }

    @Test
    void jsonIsWhatTheHostAgentSays() throws Exception {
        assertThat(run("set", "shop", "--json")).isZero();
        assertThat(ContractJson.read(text(out), SandboxSettings.class)).isEqualTo(settings());
    }

    private int run(String... words) {
        out.reset();
        err.reset();
        PrintStream said = new PrintStream(out, true, StandardCharsets.UTF_8);
        PrintStream aside = new PrintStream(err, true, StandardCharsets.UTF_8);
        return Belljar.run(CommandSession.with(agent(), question -> null, said, aside), words);
    }

    private static String text(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private AgentClient agent() {
        return new ScriptedClient()
                .on(SandboxApi.GET, (_, _) -> sandbox())
                .on(SandboxApi.SETTINGS, (_, _) -> settings())
                .on(SandboxApi.SET, (_, request) -> {
                    sent.add(request);
                    return settings();
                })
                .on(SandboxApi.START, (_, _) -> entered("start", SandboxState.RUNNING))
                .on(SandboxApi.STOP, (_, request) -> {
                    assertThat(request.hibernate()).isFalse();
                    return entered("stop", SandboxState.STOPPED);
                });
    }

    private Sandbox entered(String what, SandboxState next) {
        asked.add(what);
        state = next;
        tier = null;
        return sandbox();
    }

    private static SandboxSettings settings() {
        return new SandboxSettings(
                "a1",
                "shop",
                NOW,
                new MachineLimits(12_288, 4, 32_768),
                new MachineLimits(31_000, 16, 100_000),
                new PeriodSetting(30, true, false),
                new PeriodSetting(0, false, true),
                NetworkMode.ASK,
                new ShareSettings(1024, null, 150, null),
                new ResourceUse(400, 3L << 30, 2L << 30, 40, 22L, 61, 2),
                List.of(
                        new PendingSetting(
                                SandboxSetting.MEMORY, 8192, 12_288, PendingSetting.SettingEffect.AFTER_SHUTDOWN),
                        new PendingSetting(
                                SandboxSetting.DISK, 16_384, 32_768, PendingSetting.SettingEffect.NEXT_START)),
                List.of(new UnappliedSetting(SandboxSetting.CPU_CAP, "no control groups")),
                null);
    }

    private Sandbox sandbox() {
        return new Sandbox(
                "a1",
                new SandboxSpec("shop", "/shop", "microvm", NOW, false),
                new SandboxStatus(state, 0, List.of(), null, null, List.of(), true, 0),
                new Acceleration(Acceleration.Kind.KVM, "KVM", "", "", null, false, 0, "", 0),
                0,
                null,
                null,
                null,
                tier);
    }
}
