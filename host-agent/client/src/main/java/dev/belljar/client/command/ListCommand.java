package dev.belljar.client.command;

import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.sandbox.Gauges;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.StorageTier;
import dev.belljar.contract.text.ByteCount;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;

/// `belljar list`: lists all sandboxes with their states and figures.
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
            return 0;
        }
        if (all.isEmpty()) {
            session().line("No sandboxes yet. Create one with: belljar create PATH");
            return 0;
        }
        TextTable columns = new TextTable("NAME", "STATE", "ACCELERATION", "CPU", "MEMORY", "BASE BRANCH", "PROJECT");
        for (Sandbox sandbox : all) {
            Gauges gauges = sandbox.status().gauges();
            columns.row(
                    sandbox.spec().name(),
                    state(sandbox),
                    sandbox.acceleration().label(),
                    gauges == null ? "" : String.format(Locale.ROOT, "%.1f %%", gauges.cpuPermille() / 10.0),
                    gauges == null ? "" : ByteCount.words(gauges.memoryUsed()),
                    sandbox.branch() == null ? "" : sandbox.branch(),
                    sandbox.spec().project());
        }
        columns.print(session().out());
        return 0;
    }

    /// Describes the state: for example `running`, `stopped`, `stopped, hot` with the tier of a hibernated
    /// sandbox, or `paused: disk quota` for one that is not allowed to continue.
    static String state(Sandbox sandbox) {
        String state = sandbox.status().state().name().toLowerCase(Locale.ROOT);
        StorageTier tier = sandbox.tier();
        String paused = sandbox.status().paused();
        if (paused != null) {
            return "paused: " + paused;
        }
        return tier == null || sandbox.status().state() != SandboxState.STOPPED
                ? state
                : state + ", " + tier.name().toLowerCase(Locale.ROOT);
    }
}
