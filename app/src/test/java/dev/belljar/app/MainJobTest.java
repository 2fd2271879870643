package dev.belljar.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.belljar.client.AgentClient;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.operation.PolicyApi;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.operation.SecretApi;
import dev.belljar.contract.operation.SnapshotApi;
import dev.belljar.contract.operation.StorageApi;
import dev.belljar.contract.policy.RuleAction;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.request.network.ListFlows;
import dev.belljar.contract.request.policy.ListAudit;
import dev.belljar.contract.sandbox.MachineLimits;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.Snapshot;
import dev.belljar.testing.FarNamespace;
import dev.belljar.testing.FarServer;
import dev.belljar.testing.TestProject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Tests the main job of Belljar: a user does it in the real window on a real display, by clicks and keys, with a real
/// host agent and real machines. Each step waits for what the window shows; this test checks what is true afterwards.
@Tag("vm")
class MainJobTest {
    @Test
    void aUserDoesTheMainJobInTheWindow() throws Exception {
        assumeTrue(FarNamespace.possible(), "a server in a network namespace takes root");
        try (WindowJobRun run = new WindowJobRun()) {
            TestProject project = run.project("tally");
            try (FarServer far = new FarServer()) {
                run.run(MainJob.class);
                assertThat(far.next()).isEqualTo(FarServer.PUBLIC + " GET /held HTTP/1.1");
                assertThat(far.unread()).isZero();
            }
            assertWorkIsOnABranch(project);
            assertSandboxes(run);
        }
    }

    private static void assertSandboxes(WindowJobRun run) throws Exception {
        try (AgentClient agent = run.agent()) {
            Sandbox tally = named(agent, "tally");
            assertThat(tally.spec().limits()).isEqualTo(new MachineLimits(1024, 2, 4096));
            assertThat(tally.status().state()).isEqualTo(SandboxState.STOPPED);
            assertThat(agent.call(StorageApi.TRASH)).isEmpty();
            assertAnswerIsRecorded(agent, tally);
            Snapshot first = agent.call(SnapshotApi.LIST.at(tally.id())).getFirst();
            assertThat(first.name()).isEqualTo("first");
            Sandbox branch = named(agent, "tally-1");
            assertThat(branch.status().state()).isEqualTo(SandboxState.RUNNING);
            assertThat(branch.origin()).isEqualTo(first.id());
        }
    }

    private static void assertWorkIsOnABranch(TestProject project) throws Exception {
        assertThat(project.git("show", "belljar/tally:notes.txt")).isEqualTo(MainJob.WRITTEN);
        assertThat(project.git("show", "belljar/tally:answer.txt")).isEqualTo(FarServer.answer());
        assertThat(project.git("rev-parse", "--abbrev-ref", "HEAD")).isEqualTo("main");
        assertThat(project.git("status", "--porcelain")).isEmpty();
    }

    private static void assertAnswerIsRecorded(AgentClient agent, Sandbox sandbox) throws Exception {
        String server = FarServer.PUBLIC + ":" + FarServer.PORT;
        assertThat(agent.call(PolicyApi.POLICY.at(sandbox.id())).layers().stream()
                        .flatMap(layer -> layer.rules().stream()))
                .anyMatch(rule -> rule.action() == RuleAction.ALLOW
                        && rule.scope() == RuleScope.SANDBOX
                        && FarServer.PUBLIC.equals(rule.match().address())
                        && Integer.toString(FarServer.PORT).equals(rule.match().ports()));
        assertThat(agent.call(SecretApi.AUDIT, new ListAudit(100)))
                .anyMatch(entry -> entry.what().equals("answered")
                        && sandbox.id().equals(entry.sandbox())
                        && String.valueOf(entry.subject()).contains(FarServer.PUBLIC));
        assertThat(agent.call(SandboxApi.FLOWS.at(sandbox.id()), new ListFlows(100))
                        .flows())
                .anyMatch(flow -> "curl".equals(flow.process())
                        && server.equals(flow.dst())
                        && flow.verdict() == Verdict.ALLOWED);
    }

    private static Sandbox named(AgentClient agent, String name) throws Exception {
        return agent.call(SandboxApi.LIST).stream()
                .filter(sandbox -> sandbox.spec().name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("there is no sandbox " + name));
    }
}
