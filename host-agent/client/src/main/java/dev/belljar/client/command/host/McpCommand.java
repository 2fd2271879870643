package dev.belljar.client.command.host;

import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SandboxCommand;
import dev.belljar.client.console.SessionCommand;
import dev.belljar.client.help.CommandExamples;
import java.util.List;
import java.util.ServiceLoader;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `belljar mcp [SANDBOX…]`: lets an agent on this computer work with sandboxes over MCP.
@CommandExamples({
    "belljar mcp shop | Let an MCP client use the sandbox shop and branches that it creates.",
    "belljar mcp --read-only shop | Let it only read files, changes and events of shop.",
    "belljar mcp --all | Let it use every sandbox."
})
@Command(
        name = "mcp",
        description = {
            "Serve sandboxes to an MCP client, such as a coding agent on this computer.",
            "The client starts this command and uses its standard input and output. It can list the sandboxes, run"
                    + " commands in them, read files, changes and events, take snapshots, and start branches. It can"
                    + " see what waits for approval, but it cannot answer, and it cannot change rules, secrets or"
                    + " settings, sync work, or destroy anything."
        },
        footer = {
            "",
            "The client can use only the sandboxes that you name and the branches that it creates. Other sandboxes"
                    + " do not exist for it, even if one gets the name of a sandbox that you named."
        },
        mixinStandardHelpOptions = true)
final class McpCommand extends SessionCommand {
    @Parameters(arity = "0..*", paramLabel = "SANDBOX", description = "Names or ids of the sandboxes to serve.")
    List<String> sandboxes = List.of();

    @Option(names = "--all", description = "Serve all sandboxes, including those that are created later.")
    boolean all;

    @Option(names = "--read-only", description = "Offer only what neither runs commands nor changes a sandbox.")
    boolean readOnly;

    @Spec
    CommandSpec spec;

    McpCommand(CommandSession session) {
        super(session);
        this.spec = CommandSpec.create();
    }

    @Override
    public Integer call() throws Exception {
        if (all != sandboxes.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(),
                    all
                            ? "--all cannot be combined with names of sandboxes"
                            : "SANDBOX is missing: expected at least one sandbox, or --all");
        }
        for (String sandbox : sandboxes) {
            SandboxCommand.checked(sandbox, spec, "");
        }
        ServiceLoader.load(McpProgram.class)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("the MCP server is not on the class path"))
                .serve(session(), sandboxes, all, readOnly);
        return 0;
    }
}
