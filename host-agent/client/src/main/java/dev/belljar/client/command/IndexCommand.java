package dev.belljar.client.command;

import picocli.CommandLine.Command;

/// `belljar index rebuild`: the index again from the journals.
@Command(
        name = "index",
        description = "The index of the journals.",
        mixinStandardHelpOptions = true,
        subcommands = IndexCommand.Rebuild.class)
final class IndexCommand {
    /// `belljar index rebuild`.
    @Command(
            name = "rebuild",
            description = "Drop the index and make it again from the journals.",
            mixinStandardHelpOptions = true)
    static final class Rebuild extends SessionCommand {
        Rebuild(CommandSession session) {
            super(session);
        }

        @Override
        public Integer call() throws Exception {
            session().agent().rebuildIndex();
            session().line(json ? "{\"rebuilt\":true}" : "index rebuilt from the journals");
            return 0;
        }
    }
}
