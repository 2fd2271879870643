package dev.belljar.client.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.audit.ReceiptVerdict;
import dev.belljar.contract.audit.ReceiptVerifier;
import dev.belljar.contract.operation.ProvenanceApi;
import dev.belljar.contract.operation.SyncApi;
import dev.belljar.contract.request.work.AcceptSync;
import dev.belljar.contract.request.work.ReadBlame;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.view.process.ProcessRow;
import dev.belljar.contract.view.provenance.FileBlame;
import dev.belljar.contract.view.provenance.LineRange;
import dev.belljar.contract.view.provenance.LineWriter;
import dev.belljar.contract.view.work.SyncPlan;
import dev.belljar.testing.TestProject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// Tests in a real machine that lines are attributed to the programs that wrote them, and that a sync leaves a
/// receipt.
@Tag("vm")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LineWritersTest {
    private final AgentUnderTest agent = agentUnderTest();
    private TestProject project = new TestProject(Path.of("/"));
    private RunningMachine machine = new RunningMachine(agent, "");

    private static AgentUnderTest agentUnderTest() {
        try {
            return new AgentUnderTest();
        } catch (IOException e) {
            throw new IllegalStateException("no folder for the test", e);
        }
    }

    @BeforeAll
    void boot() throws Exception {
        agent.start();
        project = TestProject.in(agent.folder(), "shop");
        machine = RunningMachine.begun(agent, project.folder());
        machine.awaitState(SandboxState.RUNNING);
    }

    @AfterAll
    void cleanUp() throws Exception {
        agent.end();
    }

    /// The number of lines of each program; a line with several possible writers counts for all of them together.
    private static Map<String, Integer> lines(FileBlame blame) {
        Map<String, Integer> lines = new TreeMap<>();
        for (LineRange range : blame.ranges()) {
            List<String> names = range.writers().stream()
                    .map(place -> blame.writers().get(place).comm())
                    .toList();
            lines.merge(
                    range.origin() + " " + String.join(" or ", names), range.last() - range.first() + 1, Integer::sum);
        }
        return lines;
    }

    @Test
    void twoProgramsWriteTheSameFile() throws Exception {
        machine.run("printf '#!/bin/bash\\nfor i in {1..14}; do echo \"line $i\"; done > /workspace/lines.txt\\n'"
                + " > /tmp/writer-one; printf '#!/bin/bash\\nmapfile -t a < /workspace/lines.txt; a[3]=three; a[9]=nine;"
                + " for l in \"${a[@]}\"; do echo \"$l\"; done > /workspace/lines.txt\\n' > /tmp/fixer-two;"
                + " chmod +x /tmp/writer-one /tmp/fixer-two; /tmp/writer-one; sleep 6; /tmp/fixer-two; sleep 6");
        SyncPlan plan = machine.client().call(SyncApi.PLAN.at(machine.id()));
        FileBlame blame = machine.client().call(ProvenanceApi.BLAME.at(machine.id()), new ReadBlame("lines.txt", null));
        assertThat(lines(blame))
                .as(blame.toString())
                .containsExactly(Map.entry("PROCESS fixer-two", 2), Map.entry("PROCESS writer-one", 12));
        assertThat(blame.ranges()).allMatch(LineRange::certain);
        for (LineWriter writer : blame.writers()) {
            assertThat(writer.ancestry()).extracting(ProcessRow::comm).last().isEqualTo(writer.comm());
        }

        String commit = machine.client()
                .call(SyncApi.ACCEPT.at(machine.id()), new AcceptSync(plan.commit(), List.of()))
                .commit();
        String note = project.git("notes", "--ref=belljar", "show", commit);
        ReceiptVerdict verdict =
                ReceiptVerifier.verify(commit, note, agent.folder().resolve("data/belljar/audit"));
        assertThat(verdict.valid()).as(String.valueOf(verdict.problem())).isTrue();
    }
}
