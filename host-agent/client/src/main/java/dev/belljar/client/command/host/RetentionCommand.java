package dev.belljar.client.command.host;

import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SessionCommand;
import dev.belljar.client.console.SpanConverter;
import dev.belljar.client.console.TextTable;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.contract.operation.StorageApi;
import dev.belljar.contract.request.storage.SetRetention;
import dev.belljar.contract.text.TimeSpan;
import dev.belljar.contract.view.storage.RetentionStatus;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `belljar retention`: shows and changes the retention periods of unused machines.
@CommandExamples({
    "belljar retention | Show how long unused sandboxes are kept.",
    "belljar retention set --idle 45m --trash 30d | Change two retention periods."
})
@Command(
        name = "retention",
        description = "Show or change how long unused sandboxes are kept.",
        mixinStandardHelpOptions = true,
        subcommands = {RetentionCommand.RetentionSetCommand.class, RetentionCommand.RetentionResetCommand.class})
final class RetentionCommand extends SessionCommand {
    RetentionCommand(CommandSession session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        return print(session(), session().agent().call(StorageApi.RETENTION), json);
    }

    private static int print(CommandSession session, RetentionStatus now, boolean json) {
        if (json) {
            session.json(now);
            return 0;
        }
        times(now).print(session.out());
        if (now.problem() != null) {
            session.aside(
                    "%s. Periods that are not set by environment variables are unlimited until you run `belljar"
                            + " retention set` or `reset`.",
                    now.problem());
        }
        return 0;
    }

    private static TextTable times(RetentionStatus now) {
        TextTable columns = new TextTable("WHAT", "FOR", "THEN");
        row(columns, now, "idle", now.idleMinutes(), "an idle sandbox is hibernated");
        row(columns, now, "lifetime", now.lifetimeMinutes(), "a running sandbox is hibernated as soon as it is idle");
        row(columns, now, "hot", now.hotMinutes(), "a hibernated sandbox's memory is compressed (warm)");
        row(
                columns,
                now,
                "warm",
                now.warmMinutes(),
                "the compressed memory is deleted and the disk is compressed (cold)");
        row(
                columns,
                now,
                "cold",
                now.coldMinutes(),
                "a cold sandbox's work is saved, and the sandbox is moved to the trash");
        row(
                columns,
                now,
                "trash",
                now.trashMinutes(),
                "a sandbox in the trash is permanently deleted, but its saved work is kept");
        return columns;
    }

    private static void row(TextTable columns, RetentionStatus now, String what, long minutes, String then) {
        String fixed = now.fixed().contains(what + "Minutes") ? " (set in the host agent's environment)" : "";
        columns.row(what, TimeSpan.words(Duration.ofMinutes(minutes)), (minutes == 0 ? "no limit" : then) + fixed);
    }

    /// `belljar retention set`.
    @CommandExamples({
        "belljar retention set --idle 45m | Hibernate sandboxes that have been idle for 45 minutes.",
        "belljar retention set --trash never | Never delete sandboxes in the trash automatically."
    })
    @Command(
            name = "set",
            description = {
                "Change how long unused sandboxes are kept.",
                "SPAN is a duration such as 45m, 12h, 7d or 2w. Use never or 0 for no limit. Periods that you do not"
                        + " specify are not changed."
            },
            mixinStandardHelpOptions = true)
    static final class RetentionSetCommand extends SessionCommand {
        @Option(
                names = "--idle",
                paramLabel = "SPAN",
                converter = SpanConverter.class,
                description = "How long a sandbox may be idle before it is hibernated.")
        @Nullable
        Duration idle;

        @Option(
                names = "--lifetime",
                paramLabel = "SPAN",
                converter = SpanConverter.class,
                description = "How long a sandbox may run. After this time, it is hibernated as soon as it is idle.")
        @Nullable
        Duration lifetime;

        @Option(
                names = "--hot",
                paramLabel = "SPAN",
                converter = SpanConverter.class,
                description = "How long the memory of a hibernated sandbox stays uncompressed.")
        @Nullable
        Duration hot;

        @Option(
                names = "--warm",
                paramLabel = "SPAN",
                converter = SpanConverter.class,
                description =
                        "How long compressed memory is kept before it is deleted and the sandbox's disk is compressed.")
        @Nullable
        Duration warm;

        @Option(
                names = "--cold",
                paramLabel = "SPAN",
                converter = SpanConverter.class,
                description = "How long a cold sandbox is kept before it is moved to the trash.")
        @Nullable
        Duration cold;

        @Option(
                names = "--trash",
                paramLabel = "SPAN",
                converter = SpanConverter.class,
                description = "How long a sandbox stays in the trash before it is permanently deleted.")
        @Nullable
        Duration trash;

        @Spec
        private CommandSpec spec = CommandSpec.create();

        RetentionSetCommand(CommandSession session) {
            super(session);
        }

        @Override
        public Integer call() throws Exception {
            SetRetention request = new SetRetention(
                    minutes(idle), minutes(lifetime), minutes(hot), minutes(warm), minutes(cold), minutes(trash));
            if (request.equals(SetRetention.NOTHING)) {
                throw new ParameterException(
                        spec.commandLine(),
                        "nothing to change: expected at least one option, such as --idle 45m or --trash never");
            }
            return print(session(), session().agent().call(StorageApi.SET_RETENTION, request), json);
        }

        private static @Nullable Long minutes(@Nullable Duration span) {
            return span == null ? null : span.toMinutes();
        }
    }

    /// `belljar retention reset`.
    @CommandExamples({"belljar retention reset | Restore the default retention periods."})
    @Command(name = "reset", description = "Restore the default retention periods.", mixinStandardHelpOptions = true)
    static final class RetentionResetCommand extends SessionCommand {
        RetentionResetCommand(CommandSession session) {
            super(session);
        }

        @Override
        public Integer call() throws Exception {
            return print(session(), session().agent().call(StorageApi.RESET_RETENTION), json);
        }
    }
}
