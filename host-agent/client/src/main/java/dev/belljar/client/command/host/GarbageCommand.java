package dev.belljar.client.command.host;

import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.GarbageReport;
import dev.belljar.client.console.SessionCommand;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.contract.operation.StorageApi;
import dev.belljar.contract.request.storage.CollectGarbage;
import dev.belljar.contract.view.storage.GarbageCollected;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `belljar gc`: deletes items that nothing needs.
@CommandExamples({
    "belljar gc --dry-run | Show what would be removed.",
    "belljar gc | Remove disk layers and templates that are no longer needed."
})
@Command(
        name = "gc",
        description = "Remove disk layers and templates that are no longer needed.",
        mixinStandardHelpOptions = true)
final class GarbageCommand extends SessionCommand {
    @Option(names = "--dry-run", description = "Only show what would be removed.")
    boolean dryRun;

    GarbageCommand(CommandSession session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        GarbageCollected collected = session().agent().call(StorageApi.COLLECT, new CollectGarbage(dryRun));
        if (json) {
            session().json(collected);
        } else {
            GarbageReport.print(session(), collected, "Nothing to remove.");
        }
        return 0;
    }
}
