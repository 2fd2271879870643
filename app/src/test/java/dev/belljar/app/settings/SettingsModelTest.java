package dev.belljar.app.settings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.policy.NetworkMode;
import dev.belljar.contract.request.sandbox.SetSandboxSettings;
import dev.belljar.contract.sandbox.MachineLimits;
import dev.belljar.contract.sandbox.SandboxSetting;
import dev.belljar.contract.view.settings.PendingSetting;
import dev.belljar.contract.view.settings.PeriodSetting;
import dev.belljar.contract.view.settings.ResourceUse;
import dev.belljar.contract.view.settings.SandboxSettings;
import dev.belljar.contract.view.settings.ShareSettings;
import dev.belljar.contract.view.settings.UnappliedSetting;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Tests what the user sees and sends when settings are edited, also while another window changes them.
class SettingsModelTest {
    private static final MachineLimits NOW = new MachineLimits(8192, 4, 16_384);
    private static final MachineLimits MOST = new MachineLimits(31_744, 16, 98_304);

    private final SettingsModel model = new SettingsModel();

    @Test
    void nothingCanBeSentBeforeTheSettingsAreKnown() {
        assertThat(model.known()).isFalse();
        model.type(SandboxSetting.MEMORY, "12 GiB");
        assertThat(model.request()).isEmpty();
        assertThat(model.bar()).isEqualTo(SettingsModel.BarState.NOTHING);
    }

    @Test
    void theFieldsShowWhatWasSetAndTheNotesWhatIsInUse() {
        model.show(settings(NOW, ShareSettings.NONE));
        assertThat(model.text(SandboxSetting.MEMORY)).isEqualTo("8 GiB");
        assertThat(model.text(SandboxSetting.IDLE)).isEqualTo("30 min");
        assertThat(model.text(SandboxSetting.PROCESSES)).isEmpty();
        assertThat(model.note(SandboxSetting.MEMORY)).isEqualTo("2 GiB in use, of 31 GiB on this computer");
        assertThat(model.note(SandboxSetting.PROCESSES)).startsWith("22 running now");
        assertThat(model.note(SandboxSetting.LIFETIME)).startsWith("8 h 0 min left");
        assertThat(model.used(SandboxSetting.MEMORY)).isEqualTo(0.25);
        assertThat(model.used(SandboxSetting.CPUS)).isEqualTo(0.1);
        assertThat(model.used(SandboxSetting.PROCESSES)).isNegative();
        assertThat(model.bar()).isEqualTo(SettingsModel.BarState.NOTHING);
    }

    @Test
    void onlyWhatTheUserChangedIsSent() {
        model.show(settings(NOW, new ShareSettings(1024, null, null, null)));
        model.type(SandboxSetting.MEMORY, " 12G ");
        model.type(SandboxSetting.CPUS, "6");
        model.type(SandboxSetting.CPUS, "4");
        model.type(SandboxSetting.PROCESSES, "");
        model.choose(NetworkMode.OPEN);
        assertThat(model.request())
                .contains(new SetSandboxSettings(
                        12_288,
                        null,
                        null,
                        null,
                        null,
                        NetworkMode.OPEN,
                        null,
                        null,
                        null,
                        null,
                        List.of(SandboxSetting.PROCESSES)));
    }

    @Test
    void whatTheUserTypedStaysWhenAnotherWindowChangesSomething() {
        model.show(settings(NOW, ShareSettings.NONE));
        model.type(SandboxSetting.MEMORY, "12 GiB");
        model.show(settings(new MachineLimits(8192, 8, 16_384), new ShareSettings(500, null, null, null)));
        assertThat(model.text(SandboxSetting.MEMORY)).isEqualTo("12 GiB");
        assertThat(model.text(SandboxSetting.CPUS)).isEqualTo("8");
        assertThat(model.text(SandboxSetting.PROCESSES)).isEqualTo("500");
        assertThat(model.request())
                .contains(new SetSandboxSettings(12_288, null, null, null, null, null, null, null, null, null, null));
    }

    @Test
    void aDraftThatAnotherWindowHasSavedIsNoDraftAnymore() {
        model.show(settings(NOW, ShareSettings.NONE));
        model.type(SandboxSetting.MEMORY, "12 GiB");
        model.show(settings(new MachineLimits(12_288, 4, 16_384), ShareSettings.NONE));
        assertThat(model.request()).isEmpty();
    }

    @Test
    void theBarSaysWhatNeedsARestart() {
        model.show(settings(NOW, ShareSettings.NONE));
        model.type(SandboxSetting.IDLE, "1 h");
        assertThat(model.bar()).isEqualTo(SettingsModel.BarState.CHANGED);
        model.type(SandboxSetting.MEMORY, "12 GiB");
        assertThat(model.bar()).isEqualTo(SettingsModel.BarState.NEEDS_RESTART);
        assertThat(model.sentence()).isEqualTo("12 GiB needs a restart");
        assertThat(model.note(SandboxSetting.MEMORY)).startsWith("was 8 GiB; 2 GiB in use");
        model.discard();
        assertThat(model.bar()).isEqualTo(SettingsModel.BarState.NOTHING);
    }

    @Test
    void whatIsPendingIsSaidAndCanBeDiscarded() {
        model.show(pending(
                new PendingSetting(SandboxSetting.MEMORY, 8192, 12_288, PendingSetting.SettingEffect.AFTER_SHUTDOWN)));
        assertThat(model.bar()).isEqualTo(SettingsModel.BarState.PENDING);
        assertThat(model.sentence()).contains("12 GiB of memory", "shut down and started");
        assertThat(model.dropPending().resets()).containsExactly(SandboxSetting.MEMORY);
        model.show(pending(
                new PendingSetting(SandboxSetting.DISK, 16_384, 32_768, PendingSetting.SettingEffect.NEXT_START)));
        assertThat(model.sentence()).contains("32 GiB of disk", "next start").doesNotContain("shut down");
    }

    @Test
    void whatIsNoValueIsExplained() {
        model.show(settings(NOW, ShareSettings.NONE));
        model.type(SandboxSetting.MEMORY, "much");
        assertThat(model.complaint(SandboxSetting.MEMORY)).isPresent();
        model.type(SandboxSetting.PROCESSES, "many");
        assertThat(model.complaint(SandboxSetting.PROCESSES).orElseThrow()).contains("many", "whole number");
        model.type(SandboxSetting.DISK_RATE, "50 MiB/s");
        assertThat(model.complaint(SandboxSetting.DISK_RATE)).isEmpty();
        model.type(SandboxSetting.DISK_RATE, "none");
        assertThat(model.complaint(SandboxSetting.DISK_RATE)).isPresent();
    }

    @Test
    void aSettingThatCannotTakeEffectSaysWhy() {
        SandboxSettings now = settings(NOW, ShareSettings.NONE);
        model.show(with(now, List.of(), List.of(new UnappliedSetting(SandboxSetting.CPU_CAP, "no control groups"))));
        assertThat(model.note(SandboxSetting.CPU_CAP)).isEqualTo("not in effect: no control groups");
    }

    private static SandboxSettings pending(PendingSetting pending) {
        return with(settings(NOW, ShareSettings.NONE), List.of(pending), List.of());
    }

    private static SandboxSettings with(
            SandboxSettings now, List<PendingSetting> pending, List<UnappliedSetting> unapplied) {
        return new SandboxSettings(
                now.id(),
                now.name(),
                now.machine(),
                now.wanted(),
                now.most(),
                now.idle(),
                now.lifetime(),
                now.networkMode(),
                now.shares(),
                now.use(),
                pending,
                unapplied,
                null);
    }

    private static SandboxSettings settings(MachineLimits wanted, ShareSettings shares) {
        return new SandboxSettings(
                "sb-shop",
                "shop",
                NOW,
                wanted,
                MOST,
                new PeriodSetting(30, false, false),
                new PeriodSetting(720, false, false),
                NetworkMode.ASK,
                shares,
                new ResourceUse(400, 2L << 30, 1L << 30, 40, 22L, 240, 0),
                List.of(),
                List.of(),
                null);
    }
}
