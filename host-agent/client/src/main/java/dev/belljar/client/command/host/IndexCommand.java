package dev.belljar.client.command.host;

import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SessionCommand;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.contract.operation.HostApi;
import picocli.CommandLine.Command;

/// `belljar index rebuild`: rebuilds the index from the journals.
@CommandExamples({"belljar index rebuild | Rebuild the index from the journals."})
@Command(
        name = "index",
        description = "Rebuild the index of recorded events.",
        mixinStandardHelpOptions = true,
        subcommands = IndexCommand.IndexRebuildCommand.class)
final class IndexCommand {
    /// `belljar index rebuild`.
    @CommandExamples({"belljar index rebuild | Rebuild the index from the journals."})
    @Command(
            name = "rebuild",
            description = "Delete the index and rebuild it from the journals.",
            mixinStandardHelpOptions = true)
    static final class IndexRebuildCommand extends SessionCommand {
        IndexRebuildCommand(CommandSession session) {
            super(session);
        }

        @Override
        public Integer call() throws Exception {
            session().agent().call(HostApi.REBUILD_INDEX);
            session().line(json ? "{\"rebuilt\":true}" : "Index rebuilt from the journals.");
            return 0;
        }
    }
}
