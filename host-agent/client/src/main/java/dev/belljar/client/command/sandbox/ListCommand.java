package dev.belljar.client.command.sandbox;

import dev.belljar.client.AgentException;
import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SandboxStateText;
import dev.belljar.client.console.SessionCommand;
import dev.belljar.client.console.SyncStatusText;
import dev.belljar.client.console.TextTable;
import dev.belljar.client.console.agent.CodingAgentText;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.contract.operation.HostApi;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.operation.SyncApi;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.sandbox.Gauges;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sync.SyncStatus;
import dev.belljar.contract.text.ByteCount;
import dev.belljar.contract.view.host.DamagedSandbox;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;

/// `belljar list`: lists all sandboxes with their states and figures.
@CommandExamples({
    "belljar list | List all sandboxes with their states.",
    "belljar list --json | Print the same list as JSON, for scripts."
})
@Command(
        name = "list",
        aliases = "ls",
        description = "List sandboxes and their states.",
        mixinStandardHelpOptions = true)
final class ListCommand extends SessionCommand {
    ListCommand(CommandSession session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        List<Sandbox> all = session().agent().call(SandboxApi.LIST);
        if (json) {
            session().json(all);
        } else {
            print(all);
        }
        for (DamagedSandbox damaged : damaged()) {
            session().aside("belljar: %s", damaged.sentence());
            session().aside("  %s", damaged.hint());
        }
        return 0;
    }

    /// The sandboxes that cannot be listed; none if the host agent is older than this program.
    private List<DamagedSandbox> damaged() throws AgentException, InterruptedException {
        try {
            return session().agent().call(HostApi.DAMAGED);
        } catch (AgentException e) {
            if (e.code().status() == ProblemCode.NO_ROUTE.status()) {
                return List.of();
            }
            throw e;
        }
    }

    private void print(List<Sandbox> all) throws InterruptedException {
        if (all.isEmpty()) {
            session().line("No sandboxes yet. Create one with: belljar create PATH");
            return;
        }
        Map<String, SyncStatus> syncs = syncs();
        TextTable columns = new TextTable(
                "NAME", "STATE", "AGENT", "ACCELERATION", "CPU", "MEMORY", "WORK", "BASE BRANCH", "PROJECT");
        for (Sandbox sandbox : all) {
            Gauges gauges = sandbox.status().gauges();
            columns.row(
                    sandbox.spec().name(),
                    SandboxStateText.of(sandbox),
                    CodingAgentText.brief(sandbox.status().agent()),
                    sandbox.acceleration().label(),
                    gauges == null ? "" : String.format(Locale.ROOT, "%.1f %%", gauges.cpuPermille() / 10.0),
                    gauges == null ? "" : ByteCount.words(gauges.memoryUsed()),
                    Optional.ofNullable(syncs.get(sandbox.id()))
                            .map(SyncStatusText::brief)
                            .orElse(""),
                    sandbox.branch() == null ? "" : sandbox.branch(),
                    sandbox.spec().project());
        }
        columns.print(session().out());
    }

    /// The state of each sync by the sandbox's id; a host agent that is older than this program does not know it.
    private Map<String, SyncStatus> syncs() throws InterruptedException {
        try {
            return session().agent().call(SyncApi.ALL).stream()
                    .collect(Collectors.toMap(SyncStatus::sandbox, Function.identity()));
        } catch (AgentException e) {
            return Map.of();
        }
    }
}
