package dev.belljar.agent.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.guest.GuestHeartbeat;
import dev.belljar.agent.journal.JournalCursor;
import dev.belljar.agent.sandbox.SandboxFixture;
import dev.belljar.contract.event.EventType;
import dev.belljar.contract.event.HostEvent.LimitReached;
import dev.belljar.contract.event.HostEvent.LimitReached.ReachedLimit;
import dev.belljar.contract.policy.NetworkMode;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.sandbox.BranchSandbox;
import dev.belljar.contract.request.sandbox.SetSandboxSettings;
import dev.belljar.contract.sandbox.MachineLimits;
import dev.belljar.contract.sandbox.SandboxSetting;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.StorageTier;
import dev.belljar.contract.view.settings.PendingSetting;
import dev.belljar.contract.view.settings.PendingSetting.SettingEffect;
import dev.belljar.contract.view.settings.PeriodSetting;
import dev.belljar.contract.view.settings.ResourceUse;
import dev.belljar.contract.view.settings.SandboxSettings;
import dev.belljar.contract.view.settings.ShareSettings;
import dev.belljar.contract.view.settings.UnappliedSetting;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Tests that settings are checked and kept, that a running machine gets what it can take, and that the rest
/// takes effect with the next start.
class SettingsServiceTest {
    private static final MachineLimits CREATED = new MachineLimits(256, 1, 1024);

    @TempDir
    private Path temp;

    private SandboxFixture host;

    @BeforeEach
    void open() throws Exception {
        host = new SandboxFixture(temp);
    }

    @AfterEach
    void close() {
        host.close();
    }

    @Test
    void nothingIsPendingBeforeAnythingWasChanged() throws Exception {
        String id = host.create();
        SandboxSettings now = settings(id);
        assertThat(now.machine()).isEqualTo(CREATED);
        assertThat(now.wanted()).isEqualTo(CREATED);
        assertThat(now.shares()).isEqualTo(ShareSettings.NONE);
        assertThat(now.idle()).isEqualTo(new PeriodSetting(30, false, false));
        assertThat(now.networkMode()).isEqualTo(NetworkMode.ASK);
        assertThat(now.pending()).isEmpty();
        assertThat(now.unapplied()).isEmpty();
        assertThat(now.use()).isNull();
    }

    @Test
    void memoryAndCpusOfARunningMachineWaitForAShutdownAndAStart() throws Exception {
        String id = host.running();
        SandboxSettings set = set(id, limits(300, 1, 2048));
        assertThat(set.machine()).isEqualTo(CREATED);
        assertThat(set.pending())
                .containsExactly(
                        new PendingSetting(SandboxSetting.MEMORY, 256, 300, SettingEffect.AFTER_SHUTDOWN),
                        new PendingSetting(SandboxSetting.DISK, 1024, 2048, SettingEffect.NEXT_START));
        host.stop(id);
        assertThat(settings(id).pending()).extracting(PendingSetting::effect).containsOnly(SettingEffect.NEXT_START);
        host.start(id);
        assertThat(settings(id).machine()).isEqualTo(new MachineLimits(300, 1, 2048));
        assertThat(settings(id).pending()).isEmpty();
        assertThat(host.record(id).spec().limits()).isEqualTo(new MachineLimits(300, 1, 2048));
    }

    @Test
    void aHibernatedMachineResumesWithTheMemoryThatItWasSavedWith() throws Exception {
        String id = host.running();
        host.api().sandboxes().stop(id, true);
        host.settle(id);
        assertThat(host.record(id).tier()).isEqualTo(StorageTier.HOT);
        SandboxSettings set = set(id, limits(300, null, 2048));
        assertThat(set.pending())
                .containsExactly(
                        new PendingSetting(SandboxSetting.MEMORY, 256, 300, SettingEffect.AFTER_SHUTDOWN),
                        new PendingSetting(SandboxSetting.DISK, 1024, 2048, SettingEffect.NEXT_START));
        host.start(id);
        assertThat(settings(id).machine()).isEqualTo(new MachineLimits(256, 1, 2048));
        host.stop(id);
        host.start(id);
        assertThat(settings(id).machine()).isEqualTo(new MachineLimits(300, 1, 2048));
    }

    @Test
    void limitsOfARunningMachineAreAppliedAtOnceAndAgainAfterAStart() throws Exception {
        String id = host.running();
        SandboxSettings set = set(id, shares(null, null, 50L << 20));
        assertThat(set.unapplied()).isEmpty();
        assertThat(host.driver().machine().diskLimit()).isEqualTo(50L << 20);
        host.stop(id);
        host.start(id);
        SandboxFixture.until(() -> host.driver().machine().diskLimit() == 50L << 20);
        SandboxSettings reset = set(id, reset(SandboxSetting.DISK_RATE));
        assertThat(reset.shares()).isEqualTo(ShareSettings.NONE);
        assertThat(host.driver().machine().diskLimit()).isZero();
    }

    @Test
    void whatCannotBeAppliedIsKeptAndSaid() throws Exception {
        String id = host.running();
        host.driver().machine().deaf(true);
        SandboxSettings set = set(id, shares(100, 40, 50L << 20));
        assertThat(set.shares()).isEqualTo(new ShareSettings(100, null, 40, 50L << 20));
        assertThat(set.unapplied())
                .extracting(UnappliedSetting::setting)
                .containsExactlyInAnyOrder(SandboxSetting.PROCESSES, SandboxSetting.CPU_CAP, SandboxSetting.DISK_RATE);
        assertThat(set.unapplied())
                .allSatisfy(fault -> assertThat(fault.reason()).isNotBlank());
        host.driver().machine().deaf(false);
    }

    @Test
    void twoClientsThatChangeDifferentSettingsLoseNothing() throws Exception {
        String id = host.create();
        CyclicBarrier together = new CyclicBarrier(2);
        try (ExecutorService clients = Executors.newFixedThreadPool(2)) {
            Future<?> one = clients.submit(() -> {
                for (int i = 0; i < 40; i++) {
                    int _ = together.await();
                    var _ = set(id, limits(300 + i, null, null));
                }
                return null;
            });
            Future<?> other = clients.submit(() -> {
                for (int i = 0; i < 40; i++) {
                    int _ = together.await();
                    var _ = set(id, shares(100 + i, null, null));
                    assertThat(settings(id).shares().processes()).isEqualTo(100 + i);
                }
                return null;
            });
            var _ = one.get();
            var _ = other.get();
        }
        assertThat(settings(id).wanted().memoryMiB()).isEqualTo(339);
        assertThat(settings(id).shares().processes()).isEqualTo(139);
    }

    @Test
    void aStoredChangeOutlivesTheHostAgentAndIsDiscardedOnRequest() throws Exception {
        String id = host.create();
        var _ = set(id, limits(300, null, null));
        host.stopAgent();
        assertThat(settings(id).wanted().memoryMiB()).isEqualTo(300);
        assertThat(set(id, reset(SandboxSetting.MEMORY)).pending()).isEmpty();
        assertThat(settings(id).wanted()).isEqualTo(CREATED);
    }

    @Test
    void aBranchHasTheSettingsOfItsOriginAndResumesWithItsMemory() throws Exception {
        String id = host.running();
        var _ = set(id, limits(300, null, 2048));
        var _ = set(id, shares(100, null, null));
        host.openers().link().executes();
        String branch = host.api()
                .snapshots()
                .branches()
                .branchNow(id, new BranchSandbox(null, 1))
                .getFirst()
                .id();
        host.settle(branch);
        SandboxSettings now = settings(branch);
        assertThat(now.shares().processes()).isEqualTo(100);
        assertThat(now.machine()).isEqualTo(new MachineLimits(256, 1, 2048));
        assertThat(now.pending())
                .containsExactly(new PendingSetting(SandboxSetting.MEMORY, 256, 300, SettingEffect.AFTER_SHUTDOWN));
    }

    @Test
    void theNetworkModeIsThatOfThePolicy() throws Exception {
        String id = host.create();
        SetSandboxSettings closed =
                new SetSandboxSettings(null, null, null, null, null, NetworkMode.CLOSED, null, null, null, null, null);
        assertThat(set(id, closed).networkMode()).isEqualTo(NetworkMode.CLOSED);
        assertThat(host.api().policies().view(id).preset()).isEqualTo(NetworkMode.CLOSED);
        assertThat(set(id, reset(SandboxSetting.NETWORK)).networkMode()).isEqualTo(NetworkMode.ASK);
    }

    @Test
    void periodsAreThoseOfAllSandboxesUnlessTheyAreSetOrFixed() throws Exception {
        host.keeps(Map.of("BELLJAR_LIFETIME_MINUTES", "90"));
        String id = host.create();
        SandboxSettings set = set(id, times(45L, null));
        assertThat(set.idle()).isEqualTo(new PeriodSetting(45, true, false));
        assertThat(set.lifetime()).isEqualTo(new PeriodSetting(90, false, true));
        assertThatThrownBy(() -> set(id, times(null, 60L)))
                .isInstanceOf(BelljarException.class)
                .hasMessageContaining("lifetimeMinutes", "environment");
        assertThat(set(id, reset(SandboxSetting.IDLE)).idle()).isEqualTo(new PeriodSetting(30, false, false));
    }

    static List<SetSandboxSettings> impossible() {
        return List.of(
                SetSandboxSettings.NOTHING,
                limits(100, null, null),
                limits(Integer.MAX_VALUE, null, null),
                limits(null, 0, null),
                limits(null, 100_000, null),
                limits(null, null, 1023),
                limits(null, null, Integer.MAX_VALUE),
                times(-1L, null),
                times(null, Long.MAX_VALUE),
                shares(1, null, null),
                shares(Integer.MAX_VALUE, null, null),
                shares(null, 1, null),
                shares(null, null, 1L),
                new SetSandboxSettings(null, null, null, null, null, null, null, 0, null, null, null),
                new SetSandboxSettings(
                        300, null, null, null, null, null, null, null, null, null, List.of(SandboxSetting.MEMORY)));
    }

    @ParameterizedTest
    @MethodSource("impossible")
    void impossibleValuesChangeNothing(SetSandboxSettings request) throws Exception {
        String id = host.create();
        assertThatThrownBy(() -> set(id, request))
                .isInstanceOf(BelljarException.class)
                .hasMessageContaining("expected");
        assertThat(Files.exists(host.folder(id).resolve("settings.json"))).isFalse();
    }

    @Test
    void aFileThatCannotBeReadIsReportedAndNotOverwritten() throws Exception {
        String id = host.create();
        Path file = host.folder(id).resolve("settings.json");
        Files.writeString(file, "{\"memoryMib\": 300}");
        assertThat(settings(id).problem()).contains("settings.json", "memoryMib");
        assertThat(settings(id).wanted()).isEqualTo(CREATED);
        assertThatThrownBy(() -> set(id, limits(300, null, null))).hasMessageContaining("Nothing was changed");
        assertThat(Files.readString(file)).contains("memoryMib");
        host.start(id);
        assertThat(host.state(id)).isEqualTo(SandboxState.RUNNING);
    }

    @Test
    void whatARunningMachineUsesIsShown() throws Exception {
        String id = host.running();
        host.openers().observer().beat(beat(7, 0, 0));
        ResourceUse use = Objects.requireNonNull(settings(id).use());
        assertThat(use.memory()).isEqualTo(64 << 20);
        assertThat(use.limited()).isEqualTo(7);
        host.openers().observer().beat(beat(GuestHeartbeat.UNCOUNTED, 0, 0));
        assertThat(Objects.requireNonNull(settings(id).use()).limited()).isNull();
    }

    @Test
    void aLimitThatIsReachedIsRecordedWithAHint() throws Exception {
        String id = host.running();
        host.openers().observer().beat(beat(7, 2, 0));
        host.openers().observer().beat(beat(7, 5, 1));
        host.openers().observer().beat(beat(7, 9, 1));
        List<LimitReached> reached = reached(id);
        assertThat(reached)
                .extracting(LimitReached::limit)
                .containsExactly(ReachedLimit.PROCESSES, ReachedLimit.MEMORY);
        assertThat(reached).extracting(LimitReached::count).containsExactly(3L, 1L);
        assertThat(reached.getFirst().hint()).contains("belljar set shop --processes");
    }

    private List<LimitReached> reached(String id) throws Exception {
        try (JournalCursor cursor = host.api().queries().journal(id).cursor(0, Set.of(EventType.LIMIT))) {
            return cursor.next(100, Duration.ofSeconds(60)).stream()
                    .map(LimitReached.class::cast)
                    .toList();
        }
    }

    private static GuestHeartbeat beat(long limited, long refused, long killed) {
        return new GuestHeartbeat(
                1, 1, 0, 0, 256L << 20, 192L << 20, 0, 0, 1L << 30, 1L << 29, 30, limited, refused, killed);
    }

    private SandboxSettings settings(String id) throws BelljarException, InterruptedException {
        return host.api().configuration().settings().settings(id);
    }

    private SandboxSettings set(String id, SetSandboxSettings request) throws BelljarException, InterruptedException {
        return host.api().configuration().settings().change(id, request);
    }

    private static SetSandboxSettings limits(@Nullable Integer memory, @Nullable Integer cpus, @Nullable Integer disk) {
        return new SetSandboxSettings(memory, cpus, disk, null, null, null, null, null, null, null, null);
    }

    private static SetSandboxSettings times(@Nullable Long idle, @Nullable Long lifetime) {
        return new SetSandboxSettings(null, null, null, idle, lifetime, null, null, null, null, null, null);
    }

    private static SetSandboxSettings shares(
            @Nullable Integer processes, @Nullable Integer cap, @Nullable Long diskRate) {
        return new SetSandboxSettings(null, null, null, null, null, null, processes, null, cap, diskRate, null);
    }

    private static SetSandboxSettings reset(SandboxSetting setting) {
        return new SetSandboxSettings(null, null, null, null, null, null, null, null, null, null, List.of(setting));
    }
}
