package dev.belljar.client.command;

import dev.belljar.contract.operation.StorageApi;
import dev.belljar.contract.request.CollectGarbage;
import dev.belljar.contract.text.ByteCount;
import dev.belljar.contract.view.FreedItem;
import dev.belljar.contract.view.GarbageCollected;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `belljar gc`: deletes items that nothing needs.
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
            print(session(), collected, "Nothing to remove.");
        }
        return 0;
    }

    private static String items(int count) {
        return count == 1 ? "1 item" : count + " items";
    }

    static void print(CommandSession session, GarbageCollected collected, String nothing) {
        String did = collected.dryRun() ? "would remove" : "removed";
        for (FreedItem freed : collected.freed()) {
            session.line("%s %s %s, %s", did, freed.kind(), freed.name(), ByteCount.words(freed.bytes()));
        }
        if (collected.freed().isEmpty()) {
            session.line("%s", nothing);
        } else {
            session.line(
                    "%s %s, %s in total", did, items(collected.freed().size()), ByteCount.words(collected.bytes()));
        }
        if (collected.kept() != null) {
            session.aside("%s", collected.kept());
        }
    }
}
