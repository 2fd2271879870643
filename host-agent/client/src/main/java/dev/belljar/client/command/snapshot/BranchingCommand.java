package dev.belljar.client.command.snapshot;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SandboxStateText;
import dev.belljar.client.console.SessionCommand;
import dev.belljar.client.console.StateWaiter;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxState;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/// A command that starts sandboxes from a snapshot, waits until each of them runs, and prints them.
abstract class BranchingCommand extends SessionCommand {
    @Option(
            names = "--no-wait",
            description = "Return immediately instead of waiting until the new sandboxes are ready.")
    boolean noWait;

    BranchingCommand(CommandSession session) {
        super(session);
    }

    /// Waits until each sandbox of `begun` runs or has failed, and returns their final states. A failure is
    /// printed; the other sandboxes are still waited for.
    final List<Sandbox> awaited(List<Sandbox> begun) throws AgentException, InterruptedException {
        if (noWait) {
            return begun;
        }
        AgentClient agent = session().agent();
        List<Sandbox> ended = new ArrayList<>();
        for (Sandbox sandbox : begun) {
            try {
                StateWaiter readiness = begun.size() == 1 ? new StateWaiter(session()) : StateWaiter.quiet(session());
                ended.add(readiness.await(agent, sandbox.id(), SandboxState.RUNNING));
            } catch (AgentException e) {
                session().aside("%s is not running:", sandbox.spec().name());
                session().tell(e);
                ended.add(agent.call(SandboxApi.GET.at(sandbox.id())));
            }
        }
        return ended;
    }

    /// The exit code: 0 if all of them run or `--no-wait` was given, otherwise 1.
    final int code(List<Sandbox> ended) {
        boolean all =
                noWait || ended.stream().allMatch(sandbox -> sandbox.status().state() == SandboxState.RUNNING);
        return all ? 0 : CommandSession.PROBLEM;
    }

    final void show(List<Sandbox> ended) {
        for (Sandbox sandbox : ended) {
            session().line("%s %s", sandbox.spec().name(), SandboxStateText.of(sandbox));
        }
        ended.stream()
                .filter(sandbox -> sandbox.status().state() == SandboxState.RUNNING)
                .findFirst()
                .ifPresent(sandbox ->
                        session().aside("Try: belljar shell %s", sandbox.spec().name()));
        ended.stream()
                .filter(sandbox -> sandbox.status().state() == SandboxState.ERROR)
                .forEach(sandbox -> session()
                        .aside(
                                "Remove the failed sandbox with: belljar destroy %s",
                                sandbox.spec().name()));
    }
}
