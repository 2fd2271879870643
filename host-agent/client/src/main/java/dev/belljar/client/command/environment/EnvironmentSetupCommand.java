package dev.belljar.client.command.environment;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SandboxCommand;
import dev.belljar.client.console.SetupText;
import dev.belljar.client.console.environment.SetupWaiter;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.contract.environment.SetupState;
import dev.belljar.contract.environment.SetupStatus;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.operation.SetupApi;
import dev.belljar.contract.sandbox.Sandbox;
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
    @Option(
            names = "--cancel",
            description = "Cancel the running setup. Anything it has already installed stays in the sandbox.")
    boolean cancel;

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
        return new SetupWaiter(session(), json).await(agent, before);
    }
}
