package dev.belljar.client.command;

import dev.belljar.client.AgentClient;
import dev.belljar.contract.view.DestroyResult;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `belljar destroy N`: moves a sandbox to the trash, after salvaging work that exists only in the machine.
@Command(
        name = "destroy",
        aliases = "rm",
        description = "Save unsynced work, then move a sandbox to the trash.",
        mixinStandardHelpOptions = true)
final class DestroyCommand extends SandboxCommand {
    @Option(
            names = {"-y", "--yes"},
            description = "Has no effect, because the command does not ask. Accepted for scripts.")
    boolean yes;

    @Option(
            names = "--now",
            description =
                    "End the sandbox immediately, even if it is already being destroyed. Its work is not fetched but stays"
                            + " on its disk in the trash. Data that programs have not written to the disk is lost.")
    boolean now;

    DestroyCommand(CommandSession session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        if (!json) {
            session()
                    .aside(
                            now
                                    ? "Ending %s immediately and moving it to the trash with its disk."
                                    : "Saving the unsynced work of %s, then moving it to the trash.",
                            sandbox);
        }
        AgentClient agent = session().agent();
        DestroyResult destroyed = waiting()
                .telling(
                        new EndReasonText(agent, "Stopping", sandbox),
                        () -> now ? agent.destroyNow(sandbox) : agent.destroy(sandbox));
        if (json) {
            session().json(destroyed);
            return 0;
        }
        session().line("%s destroyed. %s", sandbox, destroyed.detail());
        if (destroyed.salvage() != null) {
            session().aside("  git -C %s log %s", destroyed.repository(), destroyed.salvage());
        }
        session().aside("  belljar trash restore %s", destroyed.id());
        return 0;
    }
}
