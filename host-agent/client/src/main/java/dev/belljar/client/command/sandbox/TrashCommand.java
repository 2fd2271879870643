package dev.belljar.client.command.sandbox;

import dev.belljar.client.AgentException;
import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.GarbageReport;
import dev.belljar.client.console.SandboxStateText;
import dev.belljar.client.console.SessionCommand;
import dev.belljar.client.console.TextTable;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.contract.operation.StorageApi;
import dev.belljar.contract.request.storage.EmptyTrash;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.text.ByteCount;
import dev.belljar.contract.view.storage.GarbageCollected;
import dev.belljar.contract.view.storage.TrashItem;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `belljar trash`: lists, restores and deletes destroyed sandboxes.
@CommandExamples({
    "belljar trash | List the sandboxes in the trash.",
    "belljar trash restore shop | Restore a sandbox from the trash."
})
@Command(
        name = "trash",
        description = "List, restore or delete sandboxes in the trash.",
        mixinStandardHelpOptions = true,
        subcommands = {
            TrashCommand.TrashListCommand.class,
            TrashCommand.TrashShowCommand.class,
            TrashCommand.TrashRestoreCommand.class,
            TrashCommand.TrashEmptyCommand.class
        })
final class TrashCommand extends SessionCommand {
    private static final DateTimeFormatter MINUTES = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm");

    TrashCommand(CommandSession session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        return list(session(), json);
    }

    private static int list(CommandSession session, boolean json) throws AgentException, InterruptedException {
        List<TrashItem> items = session.agent().call(StorageApi.TRASH);
        if (json) {
            session.json(items);
            return 0;
        }
        if (items.isEmpty()) {
            session.line("The trash is empty.");
            return 0;
        }
        TextTable columns = new TextTable("ID", "NAME", "DESTROYED", "DELETED ON", "SIZE", "SAVED WORK", "NOTE");
        for (TrashItem item : items) {
            columns.row(
                    item.id(),
                    item.name(),
                    day(item.since()),
                    day(item.until()),
                    ByteCount.words(item.size()),
                    work(item),
                    item.detail());
        }
        columns.print(session.out());
        return 0;
    }

    private static String work(TrashItem item) {
        String none = item.saved() ? "none" : "not saved";
        return item.salvage() == null ? none : item.salvage();
    }

    private static String day(@Nullable Long millis) {
        return millis == null
                ? "never"
                : MINUTES.format(Instant.ofEpochMilli(millis).atZone(ZoneId.systemDefault()));
    }

    /// `belljar trash list`.
    @CommandExamples({"belljar trash list | List the sandboxes in the trash, newest first."})
    @Command(
            name = "list",
            aliases = "ls",
            description = "List the sandboxes in the trash, newest first.",
            mixinStandardHelpOptions = true)
    static final class TrashListCommand extends SessionCommand {
        TrashListCommand(CommandSession session) {
            super(session);
        }

        @Override
        public Integer call() throws Exception {
            return list(session(), json);
        }
    }

    /// `belljar trash show ITEM`.
    @CommandExamples({"belljar trash show shop | Show details of a sandbox in the trash."})
    @Command(name = "show", description = "Show details of a sandbox in the trash.", mixinStandardHelpOptions = true)
    static final class TrashShowCommand extends SessionCommand {
        @Parameters(index = "0", paramLabel = "ITEM", description = "Name or id of a sandbox in the trash.")
        String item = "";

        TrashShowCommand(CommandSession session) {
            super(session);
        }

        @Override
        public Integer call() throws Exception {
            TrashItem found = session().agent().call(StorageApi.TRASH_ITEM.at(item));
            if (json) {
                session().json(found);
                return 0;
            }
            session().line("%s  %s", found.name(), found.id());
            session().line("project     %s", found.project());
            session().line("destroyed   %s", day(found.since()));
            session().line("deleted on  %s", day(found.until()));
            session().line("size        %s", ByteCount.words(found.size()));
            session().line("saved work  %s", work(found));
            session().line("restorable  %s", found.restorable() ? "yes" : "no");
            session().line("note        %s", found.detail());
            return 0;
        }
    }

    /// `belljar trash restore ID`.
    @CommandExamples({"belljar trash restore shop | Restore a sandbox from the trash without starting it."})
    @Command(
            name = "restore",
            description = "Restore a sandbox from the trash without starting it.",
            mixinStandardHelpOptions = true)
    static final class TrashRestoreCommand extends SessionCommand {
        @Parameters(index = "0", paramLabel = "ITEM", description = "Name or id of a sandbox in the trash.")
        String item = "";

        TrashRestoreCommand(CommandSession session) {
            super(session);
        }

        @Override
        public Integer call() throws Exception {
            Sandbox back = session().agent().call(StorageApi.RESTORE_TRASH.at(item));
            if (json) {
                session().json(back);
            } else {
                String name = back.spec().name();
                session().line("%s restored, %s", name, SandboxStateText.of(back));
                session().aside("  Start it with: belljar start %s", name);
            }
            return 0;
        }
    }

    /// `belljar trash empty [ID…]`.
    @CommandExamples({
        "belljar trash empty | Permanently delete all sandboxes in the trash whose work is saved.",
        "belljar trash empty shop | Permanently delete one sandbox in the trash."
    })
    @Command(
            name = "empty",
            description = "Permanently delete sandboxes in the trash, but not their saved work.",
            mixinStandardHelpOptions = true)
    static final class TrashEmptyCommand extends SessionCommand {
        @Parameters(
                arity = "0..*",
                paramLabel = "ITEM",
                description = "Delete only these sandboxes (default: all sandboxes in the trash whose work is saved).")
        List<String> items = new ArrayList<>();

        @Option(
                names = "--unsaved",
                description = "Also delete sandboxes whose work could not be saved. The unsaved work is lost.")
        boolean unsaved;

        TrashEmptyCommand(CommandSession session) {
            super(session);
        }

        @Override
        public Integer call() throws Exception {
            for (String item : items) {
                session().agent().call(StorageApi.DISCARD_TRASH.at(item));
            }
            if (!items.isEmpty()) {
                session().line("deleted %s", items.size() == 1 ? "1 sandbox" : items.size() + " sandboxes");
                return 0;
            }
            GarbageCollected gone = session().agent().call(StorageApi.EMPTY_TRASH, new EmptyTrash(unsaved));
            if (json) {
                session().json(gone);
            } else {
                GarbageReport.print(
                        session(),
                        gone,
                        unsaved
                                ? "The trash is already empty."
                                : "Nothing to delete; use --unsaved to include sandboxes whose work could not be"
                                        + " saved.");
            }
            return 0;
        }
    }
}
