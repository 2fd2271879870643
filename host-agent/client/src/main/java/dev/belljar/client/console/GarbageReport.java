package dev.belljar.client.console;

import dev.belljar.contract.text.ByteCount;
import dev.belljar.contract.view.storage.FreedItem;
import dev.belljar.contract.view.storage.GarbageCollected;

/// Lists what was, or would be, removed from the disk.
public final class GarbageReport {
    private GarbageReport() {}

    /// Prints the removed items and their total size, or `nothing` if there are none.
    public static void print(CommandSession session, GarbageCollected collected, String nothing) {
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

    private static String items(int count) {
        return count == 1 ? "1 item" : count + " items";
    }
}
