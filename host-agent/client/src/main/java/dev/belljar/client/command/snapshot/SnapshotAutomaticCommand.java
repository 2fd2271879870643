package dev.belljar.client.command.snapshot;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SessionCommand;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.contract.operation.SnapshotApi;
import dev.belljar.contract.request.storage.SetAutomaticSnapshots;
import dev.belljar.contract.sandbox.SnapshotReason;
import dev.belljar.contract.view.storage.AutomaticSnapshotSettings;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/// `belljar snapshot automatic`: shows and changes when snapshots are taken automatically.
@CommandExamples({
    "belljar snapshot automatic | Show when snapshots are taken automatically.",
    "belljar snapshot automatic --every 30 --keep 5 | Take fewer snapshots, and keep more of them.",
    "belljar snapshot automatic shop --mode off | Turn automatic snapshots off for the sandbox shop.",
    "belljar snapshot automatic shop --when approval,mass-delete | Do not take snapshots when the sandbox becomes"
            + " quiet.",
    "belljar snapshot automatic shop --mode default | Use the setting for all sandboxes again."
})
@Command(
        name = "automatic",
        description = "Show or change when snapshots are taken automatically.",
        footer = {
            "",
            "Belljar takes a snapshot just before it lets through a connection that you approved, when a mass"
                    + " deletion begins in the workspace, and when a sandbox in which you opened a terminal goes quiet."
                    + " It takes no snapshot if nothing has happened since the last one, or if there is not enough"
                    + " disk space."
        },
        mixinStandardHelpOptions = true)
final class SnapshotAutomaticCommand extends SessionCommand {
    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "SANDBOX",
            description = "Name or id of a sandbox (default: all sandboxes without settings of their own).")
    @Nullable
    String sandbox;

    @Option(
            names = "--mode",
            paramLabel = "on|off|default",
            description = "Turn automatic snapshots on or off, or restore the default. For a single sandbox, the"
                    + " default is the setting for all sandboxes.")
    @Nullable
    AutomaticMode mode;

    @Option(
            names = "--every",
            paramLabel = "MINUTES",
            description = "Minimum number of minutes between automatic snapshots of a sandbox (default: 10).")
    @Nullable
    Integer every;

    @Option(
            names = "--keep",
            paramLabel = "NUMBER",
            description =
                    "Keep this many automatic snapshots of each sandbox (default: 3). The oldest is deleted first.")
    @Nullable
    Integer keep;

    @Option(
            names = "--quiet",
            paramLabel = "SECONDS",
            description = "Treat a sandbox as quiet when it has not been used for this many seconds (default: 30).")
    @Nullable
    Integer quiet;

    @Option(
            names = "--when",
            split = ",",
            paramLabel = "OCCASION",
            converter = OccasionConverter.class,
            description = "Take automatic snapshots only for these reasons: approval, mass-delete or quiet (default:"
                    + " all three). Can be repeated.")
    @Nullable
    List<SnapshotReason> when;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /// The values of `--mode`.
    enum AutomaticMode {
        ON,
        OFF,
        DEFAULT
    }

    SnapshotAutomaticCommand(CommandSession session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        SetAutomaticSnapshots request = request();
        AutomaticSnapshotSettings now = settings(session().agent(), request);
        if (json) {
            session().json(now);
        } else {
            print(now);
        }
        return 0;
    }

    /// The settings to change; null for the default.
    private @Nullable SetAutomaticSnapshots request() {
        boolean others = every != null || keep != null || quiet != null || when != null;
        if (mode == AutomaticMode.DEFAULT) {
            if (others) {
                throw new ParameterException(
                        spec.commandLine(),
                        "--mode default cannot be combined with --every, --keep, --quiet or --when");
            }
            return null;
        }
        return new SetAutomaticSnapshots(mode == null ? null : mode == AutomaticMode.ON, every, keep, quiet, when);
    }

    private AutomaticSnapshotSettings settings(AgentClient agent, @Nullable SetAutomaticSnapshots request)
            throws AgentException, InterruptedException {
        String which = sandbox;
        if (request == null) {
            return which == null
                    ? agent.call(SnapshotApi.RESET_SETTINGS.at())
                    : agent.call(SnapshotApi.RESET_SANDBOX_SETTINGS.at(which));
        }
        if (request.equals(SetAutomaticSnapshots.NOTHING)) {
            return which == null
                    ? agent.call(SnapshotApi.SETTINGS.at())
                    : agent.call(SnapshotApi.SANDBOX_SETTINGS.at(which));
        }
        return which == null
                ? agent.call(SnapshotApi.SET_SETTINGS.at(), request)
                : agent.call(SnapshotApi.SET_SANDBOX_SETTINGS.at(which), request);
    }

    private void print(AutomaticSnapshotSettings now) {
        String own = sandbox == null
                ? ""
                : now.own() ? ", as set for this sandbox" : ", using the setting for all sandboxes";
        session().line("Automatic snapshots are %s%s.", now.on() ? "on" : "off", own);
        session()
                .line(
                        "Belljar takes at most one every %d min, and keeps up to %d for each sandbox. A sandbox counts"
                                + " as quiet after %d s without use.",
                        now.everyMinutes(), now.keep(), now.quietSeconds());
        if (now.reasons().size() < SnapshotReason.values().length) {
            session()
                    .line(
                            "Snapshots are taken only for these reasons: %s.",
                            now.reasons().stream()
                                    .map(SnapshotAutomaticCommand::word)
                                    .collect(Collectors.joining(", ")));
        }
        if (now.problem() != null) {
            session().aside("Automatic snapshots are not being taken: %s.", now.problem());
        }
    }

    private static String word(SnapshotReason reason) {
        return reason.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /// Parses the word for an occasion.
    static final class OccasionConverter implements ITypeConverter<SnapshotReason> {
        @Override
        public SnapshotReason convert(String word) {
            return Arrays.stream(SnapshotReason.values())
                    .filter(reason -> word(reason).equalsIgnoreCase(word))
                    .findFirst()
                    .orElseThrow(() ->
                            new TypeConversionException("\"" + word + "\": expected approval, mass-delete or quiet"));
        }
    }
}
