package dev.belljar.client.command.environment;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.client.ChangeWaiter;
import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SandboxCommand;
import dev.belljar.client.console.SetupText;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.contract.environment.SetupState;
import dev.belljar.contract.environment.SetupStatus;
import dev.belljar.contract.event.EventType;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.operation.SetupApi;
import dev.belljar.contract.sandbox.Sandbox;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `belljar environment setup N`: sets up the accepted environment of the project in a running sandbox.
@CommandExamples({
    "belljar environment setup shop | Set up the project's accepted environment again.",
    "belljar environment setup shop --cancel | Cancel the running setup."
})
@Command(
        exitCodeList = {
            "0:The environment is set up, or the running setup was cancelled.",
            "1:The setup failed, was cancelled or was interrupted.",
            "2:Usage error."
        },
        name = "setup",
        description = {
            "Set up the project's accepted environment in a running sandbox, and wait until the setup finishes.",
            "Belljar does this automatically after a sandbox's first start. Run this command after a setup has failed,"
                    + " or when the environment has changed. If a setup is already running, the command waits for it to"
                    + " finish."
        },
        mixinStandardHelpOptions = true)
final class EnvironmentSetupCommand extends SandboxCommand {
    /// A gap may be the loss of an event of the other types.
    private static final Set<EventType> CHANGES = Set.of(EventType.SETUP, EventType.STATE, EventType.GAP);

    @Option(
            names = "--cancel",
            description = "Cancel the running setup. Anything it has already installed stays in the sandbox.")
    boolean cancel;

    private int told;

    EnvironmentSetupCommand(CommandSession session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        SetupStatus last = cancel
                ? session().agent().call(SetupApi.CANCEL.at(sandbox))
                : waiting().during("Setting up " + sandbox, this::setUp);
        if (json) {
            session().json(last);
        } else {
            session().line("%s", SetupText.sentence(sandbox, last));
            if (last.state() == SetupState.FAILED) {
                session().aside("  `belljar environment log %s` shows its output.", sandbox);
            }
        }
        return cancel || last.state() == SetupState.DONE ? 0 : CommandSession.PROBLEM;
    }

    private SetupStatus setUp() throws AgentException, InterruptedException {
        AgentClient agent = session().agent();
        Sandbox before = agent.call(SandboxApi.GET.at(sandbox));
        SetupStatus known = before.status().setup();
        if (known == null || !known.running()) {
            SetupStatus _ = agent.call(SetupApi.BEGIN.at(sandbox));
        }
        return ChangeWaiter.await(
                listener -> agent.follow(before.id(), before.status().lastSeq(), CHANGES, listener),
                () -> ended(agent.call(SandboxApi.GET.at(before.id()))));
    }

    private Optional<SetupStatus> ended(Sandbox now) {
        SetupStatus setup = now.status().setup();
        if (setup == null) {
            return Optional.empty();
        }
        if (!json && setup.step() > told) {
            told = setup.step();
            session().aside("  %d of %d: %s", setup.step(), setup.steps(), setup.label());
        }
        return setup.running() ? Optional.empty() : Optional.of(setup);
    }
}
