package dev.belljar.client.command.sandbox;

import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SandboxCommand;
import dev.belljar.client.console.StateWaiter;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxState;
import picocli.CommandLine.Command;

/// `belljar start N`: starts a sandbox, or resumes a hibernated one.
@CommandExamples({"belljar start shop | Start or resume the sandbox and wait until it is ready."})
@Command(name = "start", description = "Start a sandbox and wait until it is ready.", mixinStandardHelpOptions = true)
final class StartCommand extends SandboxCommand {
    StartCommand(CommandSession session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        session().agent().call(SandboxApi.START.at(sandbox));
        Sandbox running = new StateWaiter(session()).await(session().agent(), sandbox, SandboxState.RUNNING);
        if (json) {
            session().json(running);
        } else {
            session().line("%s is running", running.spec().name());
        }
        return 0;
    }
}
