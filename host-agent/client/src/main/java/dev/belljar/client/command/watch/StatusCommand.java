package dev.belljar.client.command.watch;

import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SandboxCommand;
import dev.belljar.client.console.SandboxStateText;
import dev.belljar.client.console.agent.CodingAgentText;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.sandbox.CodingAgentStatus;
import dev.belljar.contract.sandbox.Sandbox;
import picocli.CommandLine.Command;

/// `belljar status N`: prints the state of a sandbox, and what the coding agents in it do.
@CommandExamples({
    "belljar status shop | Print what the coding agents in a sandbox do.",
    "belljar status shop --json | Print the same as JSON, for scripts."
})
@Command(
        name = "status",
        description = "Show the state of a sandbox, and what its coding agents do.",
        mixinStandardHelpOptions = true)
final class StatusCommand extends SandboxCommand {
    StatusCommand(CommandSession session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        Sandbox shown = session().agent().call(SandboxApi.GET.at(sandbox));
        if (json) {
            session().json(shown);
            return 0;
        }
        session().line("%s: %s", shown.spec().name(), SandboxStateText.of(shown));
        if (shown.status().agents().isEmpty()) {
            session().line("No coding agent has run since it started. `belljar run` starts one.");
        }
        for (CodingAgentStatus agent : shown.status().agents()) {
            CodingAgentText.lines(agent, System.currentTimeMillis())
                    .forEach(line -> session().line("%s", line));
        }
        return 0;
    }
}
