package dev.belljar.client.command.sandbox;

import dev.belljar.client.AgentClient;
import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SandboxCommand;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.request.sandbox.DestroySandbox;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.view.storage.DestroyResult;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `belljar destroy N`: moves a sandbox to the trash, after salvaging work that exists only in the machine.
@CommandExamples({
    "belljar destroy shop | Save unsynced work, then move the sandbox to the trash.",
    "belljar trash restore shop | Restore the sandbox from the trash."
})
@Command(
        name = "destroy",
        aliases = "rm",
        description = "Save unsynced work, then move a sandbox to the trash.",
        mixinStandardHelpOptions = true)
final class DestroyCommand extends SandboxCommand {
    @Option(
            names = {"-y", "--yes"},
            description = "Has no effect, because this command never asks for confirmation. Accepted for use in"
                    + " scripts.")
    boolean yes;

    @Option(
            names = "--now",
            description =
                    "Stop the machine immediately, even if the sandbox is already being destroyed. Unsynced work is"
                            + " not fetched but stays on the sandbox's disk in the trash. Data that programs have not"
                            + " written to the disk is lost.")
    boolean now;

    DestroyCommand(CommandSession session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        AgentClient agent = session().agent();
        if (!json) {
            // Fails if there is no such sandbox, before anything is said about it.
            Sandbox _ = agent.call(SandboxApi.GET.at(sandbox));
            session()
                    .aside(
                            now
                                    ? "Stopping %s immediately, then moving it and its disk to the trash."
                                    : "Saving unsynced work from %s, then moving the sandbox to the trash.",
                            sandbox);
        }
        DestroyResult destroyed = waiting()
                .telling(
                        new EndReasonText(agent, "Stopping", sandbox),
                        () -> now
                                ? agent.call(SandboxApi.DESTROY.at(sandbox), new DestroySandbox(true))
                                : agent.call(SandboxApi.DESTROY.at(sandbox), new DestroySandbox(false)));
        if (json) {
            session().json(destroyed);
            return 0;
        }
        session().line("%s destroyed. %s", sandbox, destroyed.detail());
        if (destroyed.salvage() != null) {
            session()
                    .aside("  Show the saved work with: git -C %s log %s", destroyed.repository(), destroyed.salvage());
        }
        session().aside("  Restore the sandbox with: belljar trash restore %s", destroyed.id());
        return 0;
    }
}
