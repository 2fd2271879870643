package dev.belljar.client.command.sync;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SyncStatusText;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.operation.SyncApi;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.request.work.ReadProjectSync;
import dev.belljar.contract.request.work.SetProjectSync;
import dev.belljar.contract.request.work.SetSync;
import dev.belljar.contract.sync.SyncMode;
import dev.belljar.contract.sync.SyncSettings;
import dev.belljar.contract.sync.SyncStatus;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/// The options of `belljar sync` that change or show how a sandbox is synced, instead of syncing it.
final class SyncModeOptions {
    @Option(
            names = "--mode",
            paramLabel = "MODE",
            converter = ModeConverter.class,
            description = "Set when changes are fetched for review: manual (only when you ask), auto-commit (at each"
                    + " commit), auto-idle (when nothing has been written for some time) or default (the project's"
                    + " mode or, with --project, manual).")
    @Nullable
    ModeChoice mode;

    @Option(
            names = "--idle",
            paramLabel = "SECONDS",
            description = "For auto-idle: fetch after this many seconds without writes (default: 30).")
    @Nullable
    Integer idle;

    @Option(
            names = "--project",
            description = "Apply --mode and --idle to all of the project's sandboxes that have no mode of their own.")
    boolean project;

    @Option(
            names = "--apply",
            paramLabel = "on|off",
            converter = SwitchConverter.class,
            description = "If on, automatically fetched changes go to the branch belljar/SANDBOX without your review,"
                    + " for all sandboxes of the project. Changes that include a file that could run code on this"
                    + " computer still wait for your review.")
    @Nullable
    SwitchChoice apply;

    @Option(names = "--status", description = "Show whether the sandbox has changes, and how it is synced.")
    boolean status;

    /// Whether something is on; picocli reads no value for a Boolean.
    record SwitchChoice(boolean on) {}

    /// A mode, or null for that of the project, or the default of a project.
    record ModeChoice(@Nullable SyncMode mode) {}

    /// True if one of these options was given.
    boolean given() {
        return mode != null || idle != null || project || apply != null || status;
    }

    /// Does what the options say, and prints the status.
    int run(CommandSession session, CommandSpec command, String sandbox, boolean json)
            throws AgentException, InterruptedException {
        check(command.commandLine());
        AgentClient agent = session.agent();
        ModeChoice chosen = mode;
        SwitchChoice switched = apply;
        if (project || switched != null) {
            String folder = agent.call(SandboxApi.GET.at(sandbox)).spec().project();
            SyncSettings set = set(agent, folder);
            if (!json) {
                tell(session, folder, set);
            }
        }
        if (!project && chosen != null && chosen.mode() == null) {
            SyncSettings _ = agent.call(SyncApi.RESET.at(sandbox));
        } else if (!project && (chosen != null || idle != null)) {
            SyncSettings _ =
                    agent.call(SyncApi.SET.at(sandbox), new SetSync(chosen == null ? null : chosen.mode(), idle));
        }
        print(session, sandbox, agent.call(SyncApi.STATUS.at(sandbox)), json);
        return 0;
    }

    private SyncSettings set(AgentClient agent, String folder) throws AgentException, InterruptedException {
        SwitchChoice switched = apply;
        Boolean applied = switched == null ? null : switched.on();
        SyncMode wanted = project && mode != null ? mode.mode() : null;
        SetProjectSync request = new SetProjectSync(folder, wanted, project ? idle : null, applied);
        if (!project || mode == null || wanted != null) {
            return agent.call(SyncApi.SET_PROJECT.at(), request);
        }
        SyncSettings reset = agent.call(SyncApi.RESET_PROJECT.at(), new ReadProjectSync(folder));
        return applied == null ? reset : agent.call(SyncApi.SET_PROJECT.at(), request);
    }

    private void check(CommandLine line) {
        Integer seconds = idle;
        ModeChoice chosen = mode;
        if (seconds != null && (seconds < 1 || seconds > SyncSettings.MOST_IDLE_SECONDS)) {
            throw new ParameterException(
                    line, "--idle %d: expected 1 to %,d seconds".formatted(seconds, SyncSettings.MOST_IDLE_SECONDS));
        }
        if (project && chosen == null && seconds == null) {
            throw new ParameterException(line, "--project requires --mode or --idle");
        }
        if (chosen != null && chosen.mode() == null && seconds != null) {
            throw new ParameterException(line, "--mode default cannot be combined with --idle");
        }
    }

    private static void tell(CommandSession session, String folder, SyncSettings set) {
        session.line("Project %s: %s %s", folder, SyncStatusText.settings(set), SyncStatusText.applyOfProject(set));
    }

    private static void print(CommandSession session, String sandbox, SyncStatus status, boolean json) {
        if (json) {
            session.json(status);
            return;
        }
        session.line("%s", SyncStatusText.sentence(status));
        session.line(
                "%s%s %s",
                SyncStatusText.settings(status.settings()),
                status.settings().own() ? " Set for this sandbox." : "",
                SyncStatusText.apply(status.settings(), sandbox));
        if (status.risky() > 0) {
            session.line(
                    "%s could run code on this computer; to see which: belljar review %s",
                    status.risky() == 1 ? "1 file" : "%,d files".formatted(status.risky()), sandbox);
        }
        Problem problem = status.problem();
        if (problem != null) {
            session.line("Problem: %s", problem.detail());
            if (problem.hint() != null) {
                session.aside("%s", problem.hint());
            }
        }
    }

    /// Parses the word for a mode.
    static final class ModeConverter implements ITypeConverter<ModeChoice> {
        @Override
        public ModeChoice convert(String word) {
            if (word.equals("default")) {
                return new ModeChoice(null);
            }
            for (SyncMode mode : SyncMode.values()) {
                if (SyncStatusText.word(mode).equals(word)) {
                    return new ModeChoice(mode);
                }
            }
            throw new TypeConversionException("\"" + word + "\": expected manual, auto-commit, auto-idle or default");
        }
    }

    /// Parses `on` or `off`.
    static final class SwitchConverter implements ITypeConverter<SwitchChoice> {
        @Override
        public SwitchChoice convert(String word) {
            return switch (word.toLowerCase(Locale.ROOT)) {
                case "on" -> new SwitchChoice(true);
                case "off" -> new SwitchChoice(false);
                default -> throw new TypeConversionException("\"" + word + "\": expected on or off");
            };
        }
    }
}
