package dev.belljar.client.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.client.AgentException;
import dev.belljar.client.SandboxRestart;
import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.EventType;
import dev.belljar.contract.event.HostEvent.LimitReached;
import dev.belljar.contract.event.HostEvent.LimitReached.ReachedLimit;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.request.sandbox.CreateSandbox;
import dev.belljar.contract.request.sandbox.SetSandboxSettings;
import dev.belljar.contract.request.sandbox.StopSandbox;
import dev.belljar.contract.sandbox.MachineLimits;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxSetting;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.view.settings.PendingSetting;
import dev.belljar.contract.view.settings.PendingSetting.SettingEffect;
import dev.belljar.contract.view.settings.ResourceUse;
import dev.belljar.contract.view.settings.SandboxSettings;
import dev.belljar.testing.TestProject;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/// Tests in a real machine that changed settings take effect: limits at once, memory and disk with a restart.
@Tag("vm")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class SettingsTest {
    private static final int PROCESSES = 64;

    private final AgentUnderTest agent;
    private RunningMachine machine;

    SettingsTest() throws IOException {
        agent = new AgentUnderTest();
        machine = new RunningMachine(agent, "");
    }

    @BeforeAll
    void boot() throws Exception {
        agent.start();
        machine = RunningMachine.begun(
                agent, TestProject.in(agent.folder(), "shop").folder());
        machine.awaitState(SandboxState.RUNNING);
        machine.awaitReached();
    }

    @AfterAll
    void end() throws Exception {
        agent.end();
    }

    @Test
    @Order(1)
    void aProcessLimitIsSetLiveAndReached() throws Exception {
        List<Event> events = new CopyOnWriteArrayList<>();
        long before =
                machine.client().call(SandboxApi.GET.at(machine.id())).status().lastSeq();
        try (var _ = machine.client().follow(machine.id(), before, Set.of(EventType.LIMIT), events::addAll)) {
            SandboxSettings set = set(limits(PROCESSES, null));
            assertThat(set.shares().processes()).isEqualTo(PROCESSES);
            assertThat(set.unapplied()).noneMatch(fault -> fault.setting() == SandboxSetting.PROCESSES);
            assertThat(set.pending()).isEmpty();
            String said = machine.run("(for i in $(seq 200); do sleep 3 & done; wait) 2>&1 | tail -n 1; true");
            assertThat(said).containsIgnoringCase("fork");
            RunningMachine.await(() -> events.stream()
                    .anyMatch(e -> e instanceof LimitReached reached && reached.limit() == ReachedLimit.PROCESSES));
        }
        LimitReached reached = (LimitReached) events.getFirst();
        assertThat(reached.count()).isPositive();
        assertThat(reached.hint()).contains("belljar set shop --processes");
        // Root is not counted, so the host can raise a limit that was reached.
        assertThat(machine.asRoot("cat /sys/fs/cgroup/belljar/pids.max").code()).isZero();
        RunningMachine.await(() -> limited() != null && limited() < PROCESSES);
        SandboxSettings lifted = set(new SetSandboxSettings(
                null, null, null, null, null, null, null, null, null, null, List.of(SandboxSetting.PROCESSES)));
        assertThat(lifted.shares().processes()).isNull();
        machine.run("for i in $(seq 100); do sleep 1 & done; wait");
    }

    private @Nullable Long limited() throws AgentException, InterruptedException {
        ResourceUse use = settings().use();
        return use == null ? null : use.limited();
    }

    @Test
    @Order(2)
    void theDiskRateIsLimitedLive() throws Exception {
        SandboxSettings set = set(limits(null, 4L << 20));
        assertThat(set.unapplied()).noneMatch(fault -> fault.setting() == SandboxSetting.DISK_RATE);
        long begun = System.nanoTime();
        machine.run(
                "dd if=/dev/zero of=/home/agent/filler bs=1M count=24 oflag=direct 2>/dev/null; rm /home/agent/filler");
        assertThat((System.nanoTime() - begun) / 1_000_000)
                .as("milliseconds for 24 MiB at 4 MiB a second")
                .isGreaterThan(4_000);
        var _ = set(new SetSandboxSettings(
                null, null, null, null, null, null, null, null, null, null, List.of(SandboxSetting.DISK_RATE)));
    }

    @Test
    @Order(3)
    void memoryAndDiskTakeEffectWithARestart() throws Exception {
        machine.run("echo kept > /workspace/kept.txt; sync");
        SandboxSettings set =
                set(new SetSandboxSettings(1536, null, 6144, null, null, null, null, null, null, null, null));
        assertThat(set.machine()).isEqualTo(new MachineLimits(1024, 2, 4096));
        assertThat(set.wanted()).isEqualTo(new MachineLimits(1536, 2, 6144));
        assertThat(set.pending())
                .containsExactlyInAnyOrder(
                        new PendingSetting(SandboxSetting.MEMORY, 1024, 1536, SettingEffect.AFTER_SHUTDOWN),
                        new PendingSetting(SandboxSetting.DISK, 4096, 6144, SettingEffect.NEXT_START));
        Sandbox restarted = SandboxRestart.run(machine.client(), machine.id());
        assertThat(restarted.spec().limits()).isEqualTo(new MachineLimits(1536, 2, 6144));
        machine.awaitReached();
        assertThat(Integer.parseInt(machine.run("awk '/^MemTotal/ { print int($2 / 1024) }' /proc/meminfo")))
                .isBetween(1_250, 1_536);
        RunningMachine.await(() -> disk() > 5_000);
        assertThat(machine.run("cat /workspace/kept.txt")).isEqualTo("kept");
        assertThat(settings().pending()).isEmpty();
    }

    @Test
    @Order(4)
    void aHibernatedMachineKeepsItsMemoryAndItsDiskGrows() throws Exception {
        machine.run("nohup sleep 10000 > /dev/null 2>&1 & echo $! > /tmp/sleeper");
        String sleeper = machine.run("cat /tmp/sleeper");
        var _ = set(new SetSandboxSettings(1024, null, 7168, null, null, null, null, null, null, null, null));
        var _ = machine.client().call(SandboxApi.STOP.at(machine.id()), new StopSandbox(true, false));
        machine.awaitState(SandboxState.STOPPED);
        assertThat(settings().pending())
                .contains(new PendingSetting(SandboxSetting.MEMORY, 1536, 1024, SettingEffect.AFTER_SHUTDOWN));
        var _ = machine.client().call(SandboxApi.START.at(machine.id()));
        machine.awaitState(SandboxState.RUNNING);
        machine.awaitReached();
        assertThat(machine.run("ps -o comm= -p " + sleeper))
                .as("it was resumed")
                .isEqualTo("sleep");
        assertThat(settings().machine()).isEqualTo(new MachineLimits(1536, 2, 7168));
        RunningMachine.await(() -> disk() > 6_000);
        assertThat(settings().pending())
                .containsExactly(new PendingSetting(SandboxSetting.MEMORY, 1536, 1024, SettingEffect.AFTER_SHUTDOWN));
    }

    /// The template for machines with this memory has a smaller disk.
    @Test
    @Order(5)
    void aSandboxThatStartsFromATemplateHasTheDiskThatItWasCreatedWith() throws Exception {
        Sandbox made = agent.client()
                .call(
                        SandboxApi.CREATE,
                        new CreateSandbox(
                                TestProject.in(agent.folder(), "large").folder().toString(),
                                null,
                                1024,
                                2,
                                8192,
                                null,
                                false,
                                true));
        RunningMachine large = new RunningMachine(agent, made.id());
        large.awaitState(SandboxState.RUNNING);
        large.awaitReached();
        RunningMachine.await(() -> disk(large) > 7_000);
    }

    private int disk() throws AgentException, InterruptedException {
        return disk(machine);
    }

    /// The size of a guest's root file system in MiB.
    private static int disk(RunningMachine machine) throws AgentException, InterruptedException {
        return Integer.parseInt(machine.run("df -m / | awk 'NR == 2 { print $2 }'"));
    }

    private static SetSandboxSettings limits(@Nullable Integer processes, @Nullable Long diskRate) {
        return new SetSandboxSettings(null, null, null, null, null, null, processes, null, null, diskRate, null);
    }

    private SandboxSettings set(SetSandboxSettings request) throws AgentException, InterruptedException {
        return machine.client().call(SandboxApi.SET.at(machine.id()), request);
    }

    private SandboxSettings settings() throws AgentException, InterruptedException {
        return machine.client().call(SandboxApi.SETTINGS.at(machine.id()));
    }
}
