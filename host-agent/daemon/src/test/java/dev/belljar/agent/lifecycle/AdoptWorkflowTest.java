package dev.belljar.agent.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.catalog.RecordedProcess;
import dev.belljar.agent.catalog.SandboxRecord;
import dev.belljar.agent.host.HostBoot;
import dev.belljar.agent.sandbox.FakeMachine;
import dev.belljar.agent.sandbox.SandboxFixture;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.StorageTier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Tests that machines outlive the host agent, even if it is killed, and are taken over again.
public class AdoptWorkflowTest {
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

    @ParameterizedTest
    @EnumSource(
            value = SandboxState.class,
            names = {"STARTING", "ERROR", "STOPPED", "CREATED"})
    void aMachineThatNoRecordNamesIsTakenOverAndMadeReady(SandboxState was) throws Exception {
        host.left("orphan", was);
        FakeMachine orphan = host.driver().orphan();
        host.settle("orphan");
        assertThat(host.state("orphan")).isEqualTo(SandboxState.RUNNING);
        assertThat(host.driver().booted()).isEmpty();
        assertThat(orphan.killed()).isFalse();
        assertThat(host.knows("orphan", orphan)).isTrue();
    }

    @Test
    void anInterruptedStopContinuesAndSavesTheWork() throws Exception {
        SandboxRecord left = host.left("half", SandboxState.STOPPING);
        host.keep(left.withDelivered());
        FakeMachine orphan = host.driver().orphan();
        host.settle("half");
        assertThat(host.state("half")).isEqualTo(SandboxState.STOPPED);
        assertThat(host.record("half").salvaged()).isTrue();
        assertThat(orphan.lives()).isFalse();
    }

    @Test
    void aMachineThatEndedWithItsHostIsStoppedAndNotBroken() throws Exception {
        SandboxRecord left = host.left("off", SandboxState.RUNNING);
        host.keep(left.withProcess(new RecordedProcess(1, 1, "a run of this host that is over")));
        host.settle("off");
        assertThat(host.state("off")).isEqualTo(SandboxState.STOPPED);
        assertThat(host.record("off").problem()).isNull();
        assertThat(host.record("off").machine().process()).isNull();
    }

    @Test
    void aMachineThatEndedMeanwhileIsAnError() throws Exception {
        SandboxRecord left = host.left("gone", SandboxState.RUNNING);
        host.keep(left.withProcess(new RecordedProcess(1, 1, HostBoot.id())));
        host.settle("gone");
        assertThat(host.state("gone")).isEqualTo(SandboxState.ERROR);
    }

    @Test
    void anInterruptedStartContinuesWithItsMachine() throws Exception {
        String id = host.create();
        host.openers().guestAnswers(false);
        host.api().sandboxes().start(id);
        SandboxFixture.until(() -> host.record(id).machine().process() != null);
        host.stopAgent();

        assertThat(host.record(id).state()).isEqualTo(SandboxState.STARTING);
        assertThat(host.record(id).problem()).isNull();
        FakeMachine machine = host.driver().machine();
        assertThat(host.knows(id, machine)).isTrue();
        assertThat(machine.lives()).isTrue();

        host.openers().guestAnswers(true);
        host.settle(id);
        assertThat(host.state(id)).isEqualTo(SandboxState.RUNNING);
        assertThat(host.driver().machine()).isSameAs(machine);
        assertThat(host.record(id).delivered()).isTrue();
    }

    @Test
    void thePlanIsRecordedBeforeTheMachineStarts() throws Exception {
        String id = host.create();
        List<String> plans = new ArrayList<>();
        host.driver().before(() -> {
            try {
                plans.add(String.valueOf(host.record(id).machine().plan()));
            } catch (BelljarException e) {
                plans.add(e.getMessage());
            }
        });
        host.start(id);
        assertThat(plans).containsExactly("plan");
    }

    @Test
    void aStartThatHadNoMachineYetIsRepeated() throws Exception {
        host.left("early", SandboxState.STARTING);
        host.settle("early");
        assertThat(host.state("early")).isEqualTo(SandboxState.RUNNING);
        assertThat(host.driver().booted()).hasSize(1);
    }

    @Test
    void aRunningSandboxIsTakenOverByTheNextHostAgent() throws Exception {
        String id = host.running();
        host.stopAgent();
        assertThat(host.state(id)).isEqualTo(SandboxState.RUNNING);
        host.driver().machine().end(false, "QEMU was terminated by a signal");
        SandboxFixture.until(() -> host.record(id).state() != SandboxState.RUNNING);
        assertThat(host.state(id)).isEqualTo(SandboxState.ERROR);
    }

    @Test
    void aMachineThatDoesNotAnswerIsLeftAloneUntilItIsStopped() throws Exception {
        try (RealProcess process = new RealProcess()) {
            SandboxRecord left = host.left("mute", SandboxState.RUNNING);
            host.keep(left.withDelivered());
            host.driver().mute(process.identity());
            assertThat(host.state("mute")).isEqualTo(SandboxState.ERROR);
            assertThat(problem("mute")).contains("is running but does not respond");
            assertThat(process.identity().alive()).isTrue();
            assertThatThrownBy(() -> host.api().sandboxes().start("mute")).hasMessageContaining("is still running");

            host.stop("mute");
            assertThat(host.state("mute")).isEqualTo(SandboxState.STOPPED);
            assertThat(process.identity().alive()).isFalse();
            assertThat(host.record("mute").machine().process()).isNull();
            assertThat(host.record("mute").salvaged()).isFalse();
        }
    }

    @Test
    void aMachineThatDoesNotAnswerIsEndedByADestroyAndItsDiskKept() throws Exception {
        try (RealProcess process = new RealProcess()) {
            host.keep(host.left("mute", SandboxState.RUNNING).withDelivered());
            host.driver().mute(process.identity());
            host.api().sandboxes().destroy("mute");
            assertThat(process.identity().alive()).isFalse();
            assertThat(host.trash("mute")).exists();
        }
    }

    @Test
    void aMachineWithRecordedMemoryIsEndedAndStaysHibernated() throws Exception {
        try (RealProcess process = new RealProcess()) {
            host.keep(host.left("hibernated", SandboxState.STOPPING)
                    .withDelivered()
                    .withTier(StorageTier.HOT));
            host.driver().mute(process.identity());
            assertThat(host.state("hibernated")).isEqualTo(SandboxState.STOPPED);
            assertThat(process.identity().alive()).isFalse();
            assertThat(host.record("hibernated").tier()).isEqualTo(StorageTier.HOT);
        }
    }

    @Test
    void aMachineThatAnswersTheNextHostAgentIsMadeReadyAgain() throws Exception {
        FakeMachine orphan = host.driver().orphan();
        host.left("slow", SandboxState.RUNNING);
        host.driver().mute(FakeMachine.NOBODY);
        assertThat(host.state("slow")).isEqualTo(SandboxState.ERROR);
        host.stopAgent();
        host.driver().mute(null);
        host.settle("slow");
        assertThat(host.state("slow")).isEqualTo(SandboxState.RUNNING);
        assertThat(orphan.killed()).isFalse();
    }

    @Test
    void anUnreadableJournalDoesNotAffectOtherSandboxes() throws Exception {
        host.left("bad", SandboxState.STOPPED);
        host.left("good", SandboxState.STOPPED);
        Files.writeString(host.folder("bad").resolve("events"), "not a folder");
        assertThat(host.state("bad")).isEqualTo(SandboxState.ERROR);
        assertThat(problem("bad")).contains("events");
        assertThatThrownBy(() -> host.api().sandboxes().start("bad")).hasMessageContaining("events");
        host.start("good");
        assertThat(host.state("good")).isEqualTo(SandboxState.RUNNING);
        host.api().sandboxes().destroy("bad");
        assertThat(host.found("bad")).isEmpty();
    }

    private String problem(String id) throws Exception {
        Problem problem = host.record(id).problem();
        return problem == null ? "" : problem.detail();
    }
}
