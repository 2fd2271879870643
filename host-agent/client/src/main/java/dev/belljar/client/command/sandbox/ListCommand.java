package dev.belljar.client.command.sandbox;

import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SandboxStateText;
import dev.belljar.client.console.SessionCommand;
import dev.belljar.client.console.TextTable;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.sandbox.Gauges;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.text.ByteCount;
import java.util.List;
import java.util.Locale;
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
                    SandboxStateText.of(sandbox),
                    sandbox.acceleration().label(),
                    gauges == null ? "" : String.format(Locale.ROOT, "%.1f %%", gauges.cpuPermille() / 10.0),
                    gauges == null ? "" : ByteCount.words(gauges.memoryUsed()),
                    sandbox.branch() == null ? "" : sandbox.branch(),
                    sandbox.spec().project());
        }
        columns.print(session().out());
        return 0;
    }
}
