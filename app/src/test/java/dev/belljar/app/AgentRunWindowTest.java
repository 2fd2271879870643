package dev.belljar.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.client.AgentClient;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.operation.SyncApi;
import dev.belljar.contract.request.network.ListFlows;
import dev.belljar.contract.sync.SyncMode;
import dev.belljar.contract.sync.SyncState;
import dev.belljar.contract.sync.SyncStatus;
import dev.belljar.testing.FewNames;
import dev.belljar.testing.ModelServer;
import dev.belljar.testing.OwnAddress;
import dev.belljar.testing.TestProject;
import java.net.InetAddress;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Tests that the work of a coding agent is synced in each mode by a user of the real window: with a real host agent, a
/// real machine, and a model that the agent reaches through the gateway.
@Tag("vm")
class AgentRunWindowTest {
    private static final String MODEL = "model.test";

    @Test
    void theWorkOfAnAgentIsSyncedInEachMode() throws Exception {
        InetAddress own = OwnAddress.find();
        try (ModelServer model = new ModelServer(own);
                FewNames names = new FewNames(Map.of(MODEL, own));
                WindowJobRun run = new WindowJobRun()) {
            script(model);
            run.environment().with("BELLJAR_NAME_SERVERS", names.address());
            String server = MODEL + ":" + model.port();
            TestProject project = project(run, server, own);
            run.run(AgentRunJob.class, project.folder().toString(), server);
            assertThat(model.requests())
                    .as("the agent told the model of each step")
                    .hasSize(7 + 6 + 5);
            try (AgentClient agent = run.agent()) {
                String shop = agent.call(SandboxApi.LIST).getFirst().id();
                assertThat(agent.call(SandboxApi.FLOWS.at(shop), new ListFlows(200))
                                .flows())
                        .anyMatch(flow -> "python3".equals(flow.process())
                                && MODEL.equals(flow.name())
                                && flow.dst().equals(own.getHostAddress() + ":" + model.port())
                                && flow.verdict() == Verdict.ALLOWED);
                SyncStatus status = agent.call(SyncApi.STATUS.at(shop));
                assertThat(status.state()).isEqualTo(SyncState.IN_SYNC);
                assertThat(status.settings().mode()).isEqualTo(SyncMode.AUTO_IDLE);
                assertThat(status.settings().idleSeconds()).isEqualTo(2);
            }
        }
    }

    /// A project with the agent, which suggests to let it reach its model.
    private static TestProject project(WindowJobRun run, String server, InetAddress address) throws Exception {
        TestProject project = run.project("shop");
        project.write("agent.py", ModelServer.codingAgent());
        project.write(".belljar/policy.toml", """
                [[rule]]
                allow = "%s"
                at = "%s"

                [[rule]]
                allow = "docs.example.org:443"
                """.formatted(server, address.getHostAddress()));
        project.git("add", "--all");
        project.git("commit", "--quiet", "--message=agent");
        return project;
    }

    private static void script(ModelServer model) {
        model.script(
                AgentRunJob.FIRST,
                ModelServer.bash("git config user.name Agent && git config user.email agent@example.org"),
                ModelServer.bash("cat README.md"),
                ModelServer.write("greeting.txt", "hello\n"),
                ModelServer.bash("git add greeting.txt && git commit -qm 'Add a greeting'"),
                ModelServer.write("notes/todo.txt", "more greetings\n"),
                ModelServer.write(".envrc", "touch /tmp/ran\n"));
        // What is not committed is written before the commit, at which the work is fetched.
        model.script(
                AgentRunJob.SECOND,
                ModelServer.write("notes/more.txt", "still more\n"),
                ModelServer.write("package.json", "{\"scripts\": {\"postinstall\": \"touch /tmp/ran\"}}\n"),
                ModelServer.write("greeting.txt", "hello\nbonjour\n"),
                ModelServer.write("french.txt", "bonjour\n"),
                ModelServer.bash("git add french.txt && git commit -qam 'Translate the greeting'"));
        model.script(
                AgentRunJob.THIRD,
                ModelServer.write("guide.txt", "Say hello.\n"),
                ModelServer.bash("git add guide.txt && git commit -qm 'Write a guide'"),
                ModelServer.write("draft.txt", "not done\n"),
                ModelServer.bash("cat guide.txt"));
    }
}
