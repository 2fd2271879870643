package dev.belljar.client.command.sandbox.run;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.client.command.sandbox.EarlySignals;
import dev.belljar.client.command.sandbox.run.ProjectSandbox.RunningSandbox;
import dev.belljar.client.command.sandbox.run.ProjectSandbox.SandboxChoice;
import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.StateWaiter;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.request.sandbox.CreateSandbox;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxState;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Runs one command in a fresh sandbox of a project, and deletes the sandbox whatever happens.
///
/// While this program lives, it tells the host agent so. If it is killed, the host agent deletes the sandbox.
record OneShotRun(CommandSession session, AgentClient agent, EarlySignals signals, boolean json) {
    private static final Logger LOG = LoggerFactory.getLogger(OneShotRun.class);
    private static final Duration RENEWAL = Duration.ofSeconds(10);

    /// Runs the command, and returns its exit code.
    int run(Path project, List<String> command, SandboxChoice choice, boolean yes)
            throws AgentException, InterruptedException {
        new EnvironmentAcceptance(session, agent, project, yes).mention();
        Sandbox made = agent.call(
                SandboxApi.CREATE,
                new CreateSandbox(
                        project.toString(), null, null, null, null, choice.mode(), choice.plain(), true, true));
        Thread alive = Thread.ofVirtual().name("renewal").start(() -> renew(made.id()));
        try {
            StateWaiter waiter = json ? StateWaiter.quiet(session) : new StateWaiter(session);
            Sandbox running = waiter.await(agent, made.id(), SandboxState.RUNNING);
            new SetupCheck(session, agent, json).require(new RunningSandbox(running, true, true));
            return new ProgramRun(session, made.id(), signals, json).run(command);
        } finally {
            alive.interrupt();
            discard(made);
        }
    }

    private void renew(String id) {
        try {
            while (!Thread.interrupted()) {
                Thread.sleep(RENEWAL);
                renewed(id);
            }
        } catch (InterruptedException e) {
            LOG.debug("the sandbox is no longer needed");
        }
    }

    private void renewed(String id) throws InterruptedException {
        try {
            var _ = agent.call(SandboxApi.RENEW.at(id));
        } catch (AgentException e) {
            // The host agent may be starting again. It is told again soon.
            LOG.debug("the sandbox could not be renewed", e);
        }
    }

    /// A signal may have interrupted this thread: the sandbox is deleted all the same.
    private void discard(Sandbox made) {
        boolean interrupted = Thread.interrupted();
        try {
            var _ = agent.call(SandboxApi.DISCARD.at(made.id()));
        } catch (AgentException e) {
            session.aside(
                    "belljar: sandbox %s was not deleted: %s",
                    made.spec().name(), e.problem().detail());
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
