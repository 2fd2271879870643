package dev.belljar.client.command.sandbox;

import dev.belljar.client.AgentClient;
import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SandboxCommand;
import dev.belljar.client.console.SandboxStateText;
import dev.belljar.client.console.StateWaiter;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.request.sandbox.StopSandbox;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxState;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// `belljar stop N`: saves the work, syncs the disks, and stops the machine.
@CommandExamples({
    "belljar stop shop | Shut down the sandbox without deleting its disk.",
    "belljar stop shop --hibernate | Also save its memory, so that the sandbox resumes where it left " + "off."
})
@Command(name = "stop", description = "Stop a sandbox without deleting its disk.", mixinStandardHelpOptions = true)
final class StopCommand extends SandboxCommand {
    @Option(
            names = "--hibernate",
            description = "Also save the memory, so that the sandbox resumes exactly where it stopped.")
    boolean hibernate;

    @Option(
            names = "--now",
            description = "Stop the machine immediately, even if the sandbox is already stopping. Unsynced work is not"
                    + " fetched but stays on the sandbox's disk. Data that programs have not written to the disk is"
                    + " lost.")
    boolean now;

    StopCommand(CommandSession session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        if (now && hibernate) {
            throw new ParameterException(spec().commandLine(), "--now and --hibernate cannot be combined");
        }
        AgentClient agent = session().agent();
        boolean ran = agent.call(SandboxApi.GET.at(sandbox)).status().state() != SandboxState.STOPPED;
        Sandbox _ = now
                ? agent.call(SandboxApi.STOP.at(sandbox), new StopSandbox(false, true))
                : agent.call(SandboxApi.STOP.at(sandbox), new StopSandbox(hibernate, false));
        Sandbox stopped = waiting()
                .telling(
                        new EndReasonText(agent, hibernate ? "Hibernating" : "Stopping", sandbox),
                        () -> new StateWaiter(session()).await(agent, sandbox, SandboxState.STOPPED));
        if (json) {
            session().json(stopped);
        } else {
            session().line("%s", words(stopped));
            if (now && ran) {
                session().aside("  Unsynced work was not fetched; it is still on the sandbox's disk.");
                session().aside("  Data that programs had not written to the disk is lost.");
            }
            if (stopped.tier() != null) {
                session()
                        .aside(
                                "  Resume it with: belljar start %s",
                                stopped.spec().name());
            }
        }
        return 0;
    }

    /// Describes the result in the words of the list, for example `shop is stopped, hot`.
    static String words(Sandbox stopped) {
        return stopped.spec().name() + " is " + SandboxStateText.of(stopped);
    }
}
