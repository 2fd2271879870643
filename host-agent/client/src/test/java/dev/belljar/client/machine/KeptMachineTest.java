package dev.belljar.client.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.client.AgentClient;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.Tier;
import dev.belljar.contract.view.TrashItem;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/// One real machine that is put to rest in every way there is, thrown away and brought back: nothing of it
/// is lost.
@Tag("vm")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
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
        Path project = Project.in(agent.folder(), "shop").folder();
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
    void hotGoesOnWhereItWas() throws Exception {
        hibernated();
        woken("hot");
        goesOn();
    }

    @Test
    @Order(2)
    void warmGoesOnWhereItWas() throws Exception {
        Sandbox hot = hibernated();
        assertThat(client().pack(hot.id(), Tier.WARM, false).tier()).isEqualTo(Tier.WARM);
        woken("warm");
        goesOn();
    }

    @Test
    @Order(3)
    void coldBootsWithItsFiles() throws Exception {
        Sandbox hot = hibernated();
        assertThat(client().pack(hot.id(), Tier.COLD, true).tier()).isEqualTo(Tier.COLD);
        woken("cold");
        assertThat(machine.run("cat /workspace/made; ls /dev/shm")).isEqualTo("on the disk");
    }

    @Test
    @Order(4)
    void whatWasDestroyedComesBackWithItsFiles() throws Exception {
        String salvage = client().destroy(machine.id()).salvage();
        assertThat(client().list()).isEmpty();
        TrashItem item = client().trash().getFirst();
        assertThat(item.salvage()).isNotNull().isEqualTo(salvage);
        assertThat(item.restorable()).isTrue();
        // Whoever sweeps just now has the lock.
        RunningMachine.await(() -> client().collect(false).kept() == null);
        assertThat(client().restoreTrash(item.id()).status().state()).isEqualTo(SandboxState.STOPPED);
        woken("from the trash");
        assertThat(machine.run("cat /workspace/made")).isEqualTo("on the disk");
        assertThat(client().collect(true).freed()).isEmpty();
    }

    private Sandbox hibernated() throws Exception {
        client().stop(machine.id(), true);
        machine.awaitState(SandboxState.STOPPED);
        Sandbox sandbox = client().get(machine.id());
        assertThat(sandbox.tier()).isEqualTo(Tier.HOT);
        return sandbox;
    }

    private void woken(String how) throws Exception {
        long begun = System.nanoTime();
        client().start(machine.id());
        machine.awaitState(SandboxState.RUNNING);
        System.out.printf("%s: ready after %,d ms%n", how, (System.nanoTime() - begun) / 1_000_000);
    }

    private void goesOn() throws Exception {
        assertThat(machine.run("cat /dev/shm/note /workspace/made")).isEqualTo("in memory\non the disk");
        assertThat(machine.run("tr '\\0' ' ' </proc/" + process + "/cmdline")).isEqualTo("/dev/shm/counter 100000");
        awaitLiving("systemd");
        awaitLiving("counter");
    }

    private void awaitLiving(String name) throws Exception {
        long deadline = System.nanoTime() + 60_000_000_000L;
        while (!lives(name) && System.nanoTime() < deadline) {
            Thread.sleep(100);
        }
        assertThat(lives(name)).as(name + " is known to live").isTrue();
    }

    private boolean lives(String name) throws Exception {
        return client().processes(machine.id(), 10).rows().stream()
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
