package dev.belljar.client.command.sandbox;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.client.SandboxRestart;
import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SandboxCommand;
import dev.belljar.client.console.StateWaiter;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.request.sandbox.SetSandboxSettings;
import dev.belljar.contract.request.sandbox.StopSandbox;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.view.settings.SandboxSettings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `belljar set N`: shows and changes the settings of a sandbox.
@CommandExamples({
    "belljar set shop | Show the settings, the values now in use, and changes that are not in effect yet.",
    "belljar set shop --memory 12G --cpus 6 --restart | Give the sandbox more memory and CPUs, and restart it.",
    "belljar set shop --processes 1024 --disk-rate 50M | Change a running sandbox's limits.",
    "belljar set shop --idle 2h --network ask | Change when the sandbox is hibernated, and its network mode.",
    "belljar set shop --reset idle,processes | Restore the defaults of two settings."
})
@Command(
        name = "set",
        description = {
            "Show or change the settings of a sandbox.",
            "Settings that you do not specify are not changed. Changes to timeouts, the network mode and most"
                    + " limits take effect immediately; changes to memory, CPUs and disk size require a restart. A"
                    + " hibernated sandbox keeps the memory and CPUs that it was saved with until it is shut down."
        },
        mixinStandardHelpOptions = true)
final class SetCommand extends SandboxCommand {
    @Mixin
    SettingOptions options = new SettingOptions();

    @Option(
            names = "--restart",
            description =
                    "Shut down the sandbox and start it again, so that all settings take effect. Running programs are"
                            + " stopped; files are kept.")
    boolean restart;

    SetCommand(CommandSession session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        AgentClient agent = session().agent();
        SetSandboxSettings request = options.request();
        if (!request.equals(SetSandboxSettings.NOTHING)) {
            SandboxSettings _ = agent.call(SandboxApi.SET.at(sandbox), request);
        }
        if (restart) {
            restart(agent);
        }
        SandboxSettings now = agent.call(SandboxApi.SETTINGS.at(sandbox));
        if (json) {
            session().json(now);
        } else {
            new SettingsText(now).print(session());
        }
        return 0;
    }

    private void restart(AgentClient agent) throws AgentException, InterruptedException {
        Sandbox _ = SandboxRestart.run(agent, sandbox, new SandboxRestart.RestartWaiter() {
            @Override
            public Sandbox start() throws AgentException, InterruptedException {
                Sandbox _ = agent.call(SandboxApi.START.at(sandbox));
                return new StateWaiter(session()).await(agent, sandbox, SandboxState.RUNNING);
            }

            @Override
            public Sandbox stop() throws AgentException, InterruptedException {
                Sandbox _ = agent.call(SandboxApi.STOP.at(sandbox), new StopSandbox(false, false));
                return waiting()
                        .telling(
                                new EndReasonText(agent, "Stopping", sandbox),
                                () -> new StateWaiter(session()).await(agent, sandbox, SandboxState.STOPPED));
            }
        });
    }
}
