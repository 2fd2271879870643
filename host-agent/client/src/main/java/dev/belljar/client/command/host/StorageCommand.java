package dev.belljar.client.command.host;

import dev.belljar.client.console.ByteSize;
import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SessionCommand;
import dev.belljar.client.console.TextTable;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.contract.operation.StorageApi;
import dev.belljar.contract.request.storage.SetQuota;
import dev.belljar.contract.request.storage.SetStorage;
import dev.belljar.contract.text.ByteCount;
import dev.belljar.contract.view.storage.HostStorage;
import dev.belljar.contract.view.storage.SandboxStorage;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/// `belljar storage`: shows the disk usage of sandboxes and changes their limits.
@CommandExamples({
    "belljar storage | Show how much disk space each sandbox uses.",
    "belljar storage shop | Show how much disk space one sandbox uses.",
    "belljar storage set --quota 40G | Limit each sandbox to 40 GiB."
})
@Command(
        name = "storage",
        description = "Show or limit the disk space that sandboxes use.",
        mixinStandardHelpOptions = true,
        subcommands = {StorageCommand.StorageSetCommand.class, StorageCommand.StorageResetCommand.class})
final class StorageCommand extends SessionCommand {
    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "SANDBOX",
            description = "Name or id of one sandbox (default: all sandboxes).")
    @Nullable
    String sandbox;

    StorageCommand(CommandSession session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        String one = sandbox;
        return one == null
                ? print(session(), session().agent().call(StorageApi.ALL), json)
                : print(session(), session().agent().call(StorageApi.ONE.at(one)), json);
    }

    private static int print(CommandSession session, HostStorage now, boolean json) {
        if (json) {
            session.json(now);
            return 0;
        }
        table(session, now.sandboxes());
        Long quota = now.quota();
        session.line("");
        session.line(
                "Disk: %s of %s free; %s is reserved for the host%s.",
                ByteCount.binaryWords(now.free()),
                ByteCount.binaryWords(now.total()),
                ByteCount.binaryWords(now.reserve()),
                now.free() <= now.reserve() ? ": sandboxes are paused" : "");
        session.line(
                "Quota for each sandbox: %s. Templates: %s. Imported images: %s. Trash: %s.",
                quota == null ? "its disk's size plus 16 GiB" : limit(quota),
                ByteCount.binaryWords(now.templates()),
                ByteCount.binaryWords(now.images()),
                ByteCount.binaryWords(now.trash()));
        if (now.unpruned() > 0) {
            session.line(
                    "Git objects from deleted sandboxes still use %s, because other objects are stored as deltas"
                            + " against them. Belljar tries to remove these leftover objects every hour.",
                    ByteCount.binaryWords(now.unpruned()));
        }
        for (String field : now.fixed()) {
            session.line("The %s is set in the host agent's environment and cannot be changed here.", field);
        }
        if (now.problem() != null) {
            session.aside("%s. The defaults apply until you run `belljar storage set` or `reset`.", now.problem());
        }
        return 0;
    }

    private static int print(CommandSession session, SandboxStorage now, boolean json) {
        if (json) {
            session.json(now);
        } else {
            table(session, List.of(now));
        }
        return 0;
    }

    private static void table(CommandSession session, List<SandboxStorage> sandboxes) {
        TextTable columns = new TextTable("NAME", "DISK", "SNAPSHOTS", "MEMORY", "OBJECTS", "JOURNAL", "USED", "QUOTA");
        for (SandboxStorage one : sandboxes) {
            columns.row(
                    one.name(),
                    ByteCount.binaryWords(one.disk()),
                    ByteCount.binaryWords(one.snapshots()),
                    ByteCount.binaryWords(one.memory()),
                    ByteCount.binaryWords(one.objects()),
                    ByteCount.binaryWords(one.journal()),
                    ByteCount.binaryWords(one.used()),
                    limit(one.quota()) + (one.own() ? " (set for this sandbox)" : "") + (over(one) ? ", reached" : ""));
        }
        columns.print(session.out());
    }

    private static boolean over(SandboxStorage one) {
        return one.quota() > 0 && one.used() >= one.quota();
    }

    private static String limit(long quota) {
        return quota == 0 ? "none" : ByteCount.ofMiB(quota >> 20).toString();
    }

    /// Parses a size, or `none` for no limit.
    static final class LimitConverter implements ITypeConverter<Long> {
        @Override
        public Long convert(String word) {
            try {
                // A zero is refused, because users could read it as no space or as no limit.
                return word.equals("none")
                        ? 0L
                        : new ByteSize.ByteSizeConverter().convert(word).bytes();
            } catch (TypeConversionException e) {
                throw new TypeConversionException(
                        "\"" + word + "\": expected a size such as 40G, or \"none\" for no limit");
            }
        }
    }

    /// `belljar storage set`.
    @CommandExamples({
        "belljar storage set --quota 40G --reserve 10G | Change the limits of all sandboxes.",
        "belljar storage set shop --quota none | Remove the quota of one sandbox."
    })
    @Command(
            name = "set",
            description = {
                "Change how much disk space sandboxes may use.",
                "Limits that you do not specify are not changed. With SANDBOX, only that sandbox's quota is set."
                        + " Changes apply immediately. A sandbox that was paused because of a limit continues"
                        + " automatically once it is within the new limit."
            },
            mixinStandardHelpOptions = true)
    static final class StorageSetCommand extends SessionCommand {
        @Parameters(
                index = "0",
                arity = "0..1",
                paramLabel = "SANDBOX",
                description = "Name or id of one sandbox (default: all sandboxes).")
        @Nullable
        String sandbox;

        @Option(
                names = "--quota",
                paramLabel = "SIZE",
                converter = LimitConverter.class,
                description =
                        "Disk space that a sandbox may use, including its snapshots and saved memory: a size such as"
                                + " 40G, or none for no limit.")
        @Nullable
        Long quota;

        @Option(
                names = "--reserve",
                paramLabel = "SIZE",
                converter = LimitConverter.class,
                description = "Disk space to keep free for the host: a size such as 5G, or none.")
        @Nullable
        Long reserve;

        @Spec
        private CommandSpec spec = CommandSpec.create();

        StorageSetCommand(CommandSession session) {
            super(session);
        }

        @Override
        public Integer call() throws Exception {
            String one = sandbox;
            Long most = quota;
            if (one == null) {
                if (most == null && reserve == null) {
                    throw refused(
                            "nothing to change: expected --quota, --reserve or both, such as --quota 40G --reserve 5G");
                }
                return print(session(), session().agent().call(StorageApi.CHANGE, new SetStorage(most, reserve)), json);
            }
            if (reserve != null) {
                throw refused("--reserve applies to all sandboxes and cannot be combined with SANDBOX");
            }
            if (most == null) {
                throw refused("nothing to change: expected --quota, such as --quota 40G or --quota none");
            }
            return print(session(), session().agent().call(StorageApi.SET_QUOTA.at(one), new SetQuota(most)), json);
        }

        private ParameterException refused(String why) {
            return new ParameterException(spec.commandLine(), why);
        }
    }

    /// `belljar storage reset`.
    @CommandExamples({
        "belljar storage reset | Restore the default limits.",
        "belljar storage reset shop | Restore the default quota of one sandbox."
    })
    @Command(
            name = "reset",
            description = "Restore the default limits for all sandboxes or for one.",
            mixinStandardHelpOptions = true)
    static final class StorageResetCommand extends SessionCommand {
        @Parameters(
                index = "0",
                arity = "0..1",
                paramLabel = "SANDBOX",
                description = "Name or id of one sandbox (default: all sandboxes).")
        @Nullable
        String sandbox;

        StorageResetCommand(CommandSession session) {
            super(session);
        }

        @Override
        public Integer call() throws Exception {
            String one = sandbox;
            return one == null
                    ? print(session(), session().agent().call(StorageApi.RESET), json)
                    : print(session(), session().agent().call(StorageApi.RESET_QUOTA.at(one)), json);
        }
    }
}
