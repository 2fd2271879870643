package dev.belljar.client.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.client.machine.CommandLineUnderTest.Ran;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.operation.StorageApi;
import dev.belljar.contract.request.sandbox.DestroySandbox;
import dev.belljar.contract.request.sandbox.ListProcesses;
import dev.belljar.contract.request.sandbox.StopSandbox;
import dev.belljar.contract.request.storage.CollectGarbage;
import dev.belljar.contract.request.storage.MoveToTier;
import dev.belljar.contract.sandbox.Requirement;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.StorageTier;
import dev.belljar.contract.view.storage.DestroyResult;
import dev.belljar.contract.view.storage.TrashItem;
import dev.belljar.contract.view.work.FileDiff;
import dev.belljar.contract.view.work.SkippedFile;
import dev.belljar.testing.TestProject;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;

/// Tests that a real machine loses nothing when it is hibernated, packed, destroyed and restored.
@Tag("vm")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ExtendWith(StoryExtension.class)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class KeptMachineTest {
    private static final String COUNTS =
            "cp /bin/sleep /dev/shm/counter; setsid /dev/shm/counter 100000 >/dev/null 2>&1 </dev/null & echo $!";

    private final AgentUnderTest agent = agentUnderTest();
    private RunningMachine machine = new RunningMachine(agent, "");
    private String process = "";

    @BeforeAll
    void bootOnce() throws Exception {
        agent.start();
        Path project = TestProject.in(agent.folder(), "shop").folder();
        machine = RunningMachine.begun(agent, project);
        machine.awaitState(SandboxState.RUNNING);
        process = machine.run(COUNTS);
        machine.run("echo on the disk >/workspace/made && echo in memory >/dev/shm/note");
    }

    @AfterAll
    void end() throws Exception {
        agent.end();
    }

    @Test
    @Order(1)
    void aHotMachineResumesWhereItWas() throws Exception {
        hibernated();
        started("hot");
        assertMemoryAndProcessContinue();
    }

    @Test
    @Order(2)
    void aWarmMachineResumesWhereItWas() throws Exception {
        Sandbox hot = hibernated();
        assertThat(client().call(StorageApi.MOVE.at(hot.id()), new MoveToTier(StorageTier.WARM, false))
                        .tier())
                .isEqualTo(StorageTier.WARM);
        started("warm");
        assertMemoryAndProcessContinue();
    }

    @Test
    @Order(3)
    void aColdMachineBootsWithItsFiles() throws Exception {
        Sandbox hot = hibernated();
        assertThat(client().call(StorageApi.MOVE.at(hot.id()), new MoveToTier(StorageTier.COLD, true))
                        .tier())
                .isEqualTo(StorageTier.COLD);
        started("cold");
        assertThat(machine.run("cat /workspace/made; ls /dev/shm")).isEqualTo("on the disk");
    }

    @Test
    @Order(4)
    void aDestroyedSandboxIsRestoredWithItsFiles() throws Exception {
        String salvage = client().call(SandboxApi.DESTROY.at(machine.id()), new DestroySandbox(false))
                .salvage();
        assertThat(client().call(SandboxApi.LIST)).isEmpty();
        TrashItem item = client().call(StorageApi.TRASH).getFirst();
        assertThat(item.salvage()).isNotNull().isEqualTo(salvage);
        assertThat(item.restorable()).isTrue();
        restored();
        assertThat(machine.run("cat /workspace/made")).isEqualTo("on the disk");
        assertThat(client().call(StorageApi.COLLECT, new CollectGarbage(true)).freed())
                .isEmpty();
    }

    @Test
    @Order(5)
    void aFileOfATebibyteIsNamedAndDoesNotDelayDestroy() throws Exception {
        machine.run("truncate -s 1T /workspace/huge.img; echo small >/workspace/small.txt");
        FileDiff diff = client().call(SandboxApi.DIFF.at(machine.id()));
        assertThat(diff.left()).isEqualTo(1);
        assertThat(diff.skipped()).containsExactly(new SkippedFile("huge.img", 1L << 40, "too large (1.1 TB)"));
        assertThat(diff.files()).extracting("path").contains("small.txt").doesNotContain("huge.img");
        long begun = System.nanoTime();
        DestroyResult destroyed = client().call(SandboxApi.DESTROY.at(machine.id()), new DestroySandbox(false));
        took("destroyed beside a file of 1 TiB", begun, 60);
        assertThat(destroyed.detail()).contains("too large to fetch: huge.img (1.1 TB)", "disk was not deleted");
        assertThat(new TestProject(Path.of(destroyed.repository()))
                        .git("show", Objects.requireNonNull(destroyed.salvage()) + ":small.txt"))
                .isEqualTo("small");
        assertThat(client().call(StorageApi.TRASH).getFirst().saved()).isFalse();
        restored();
        assertThat(machine.run("stat -c %s /workspace/huge.img")).isEqualTo(Long.toString(1L << 40));
    }

    /// The machine's git reads a file and never ends: the destruction reports the file, and gives up the
    /// fetch after 20 s.
    @Test
    @Order(6)
    void aStalledDestroyIsGivenUpAndNamesTheFileBeingRead() throws Exception {
        machine.asRoot("printf '#!/bin/sh\nexec sleep 3600 </workspace/small.txt\n' >/usr/bin/git; sync");
        long begun = System.nanoTime();
        CompletableFuture<DestroyResult> asked = BackgroundRequest.ask(
                () -> client().call(SandboxApi.DESTROY.at(machine.id()), new DestroySandbox(false)));
        awaitReading(asked);
        DestroyResult destroyed = asked.join();
        took("destroyed with a stalled fetch", begun, 90);
        assertThat(destroyed.detail())
                .contains("made no progress for 20 s (it was reading small.txt)", "disk was not deleted");
        assertThat(client().call(StorageApi.TRASH).getFirst().saved()).isFalse();
        restored();
    }

    @Test
    @Order(7)
    void destroyNowEndsAStalledDestroyAtOnce() throws Exception {
        CompletableFuture<DestroyResult> asked = BackgroundRequest.ask(
                () -> client().call(SandboxApi.DESTROY.at(machine.id()), new DestroySandbox(false)));
        awaitReading(asked);
        long begun = System.nanoTime();
        Ran ran = new CommandLineUnderTest(agent.environment()).run("", "destroy", "--now", machine.id());
        took("ended at once", begun, 15);
        assertThat(ran.exit()).as(ran.err()).isZero();
        assertThat(ran.out()).contains("The sandbox's work was not fetched");
        assertThat(asked.join().detail()).contains("The sandbox's work was not fetched");
        assertThat(client().call(SandboxApi.LIST)).isEmpty();
        assertThat(client().call(StorageApi.TRASH).getFirst().saved()).isFalse();
    }

    private void awaitReading(CompletableFuture<DestroyResult> asked) throws InterruptedException {
        RunningMachine.await(() -> asked.isDone() || reads());
        assertThat(asked).as("destroyed before it read the file").isNotDone();
    }

    private boolean reads() throws AgentException, InterruptedException {
        return client().call(SandboxApi.GET.at(machine.id())).status().requirements().stream()
                .anyMatch(step -> step.name().equals("work")
                        && step.state() == Requirement.State.WAITING
                        && String.valueOf(step.detail()).contains("reading small.txt"));
    }

    private static void took(String what, long begun, int mostSeconds) {
        Duration time = Duration.ofNanos(System.nanoTime() - begun);
        System.out.printf("%s: %,d ms%n", what, time.toMillis());
        assertThat(time).as(what).isLessThan(Duration.ofSeconds(mostSeconds));
    }

    private void restored() throws Exception {
        // A garbage collection that is running has the lock.
        RunningMachine.await(() ->
                client().call(StorageApi.COLLECT, new CollectGarbage(false)).kept() == null);
        String id = client().call(StorageApi.TRASH).getFirst().id();
        assertThat(client().call(StorageApi.RESTORE_TRASH.at(id)).status().state())
                .isEqualTo(SandboxState.STOPPED);
        started("from the trash");
    }

    private Sandbox hibernated() throws Exception {
        client().call(SandboxApi.STOP.at(machine.id()), new StopSandbox(true, false));
        machine.awaitState(SandboxState.STOPPED);
        Sandbox sandbox = client().call(SandboxApi.GET.at(machine.id()));
        assertThat(sandbox.tier()).isEqualTo(StorageTier.HOT);
        return sandbox;
    }

    private void started(String how) throws Exception {
        long begun = System.nanoTime();
        client().call(SandboxApi.START.at(machine.id()));
        machine.awaitState(SandboxState.RUNNING);
        System.out.printf("%s: ready after %,d ms%n", how, (System.nanoTime() - begun) / 1_000_000);
    }

    private void assertMemoryAndProcessContinue() throws Exception {
        assertThat(machine.run("cat /dev/shm/note /workspace/made")).isEqualTo("in memory\non the disk");
        assertThat(machine.run("tr '\\0' ' ' </proc/" + process + "/cmdline")).isEqualTo("/dev/shm/counter 100000");
        awaitLiving("systemd");
        awaitLiving("counter");
    }

    private void awaitLiving(String name) throws Exception {
        Awaitility.await().atMost(Durations.TWO_MINUTES).until(() -> lives(name));
    }

    private boolean lives(String name) throws Exception {
        return client().call(SandboxApi.PROCESSES.at(machine.id()), new ListProcesses(10)).rows().stream()
                .anyMatch(row -> row.ended() == null && row.comm().equals(name));
    }

    private AgentClient client() {
        return agent.client();
    }

    private static AgentUnderTest agentUnderTest() {
        try {
            return new AgentUnderTest();
        } catch (IOException e) {
            throw new IllegalStateException("no folder for the test", e);
        }
    }
}
