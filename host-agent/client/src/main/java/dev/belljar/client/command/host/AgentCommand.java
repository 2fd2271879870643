package dev.belljar.client.command.host;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SessionCommand;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.contract.operation.HostApi;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.view.host.AgentHealth;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Command;

/// `belljar agent status|start|stop`; the launcher handles `belljar agent run` itself.
@CommandExamples({
    "belljar agent status | Show whether the host agent is running.",
    "belljar agent stop | Stop the host agent; sandboxes keep running."
})
@Command(
        name = "agent",
        description = {
            "Show, start or stop the host agent.",
            "The host agent runs the sandboxes. It starts automatically when a command needs it. `belljar"
                    + " agent run` starts it in the foreground."
        },
        mixinStandardHelpOptions = true,
        subcommands = {
            AgentCommand.AgentStatusCommand.class,
            AgentCommand.AgentStartCommand.class,
            AgentCommand.AgentStopCommand.class
        })
final class AgentCommand {
    /// `belljar agent status`: exits with 1 if no host agent answers.
    @CommandExamples({"belljar agent status | Show the host agent's version, process id and data folder."})
    @Command(
            exitCodeList = {"0:The host agent responded.", "1:No host agent responded.", "2:Usage error."},
            name = "status",
            description = "Show whether the host agent is running.",
            mixinStandardHelpOptions = true)
    static final class AgentStatusCommand extends SessionCommand {
        AgentStatusCommand(CommandSession session) {
            super(session);
        }

        @Override
        public Integer call() throws Exception {
            Optional<AgentClient> agent = session().running();
            if (agent.isEmpty()) {
                session().line(json ? "{\"ok\":false}" : "The host agent is not running.");
                return 1;
            }
            AgentHealth health = agent.get().call(HostApi.HEALTH);
            if (json) {
                session().json(health);
            } else {
                session()
                        .line(
                                "Host agent %s is running as process %d, with its data in %s.",
                                health.version(), health.pid(), health.data());
            }
            return 0;
        }
    }

    /// `belljar agent start`.
    @CommandExamples({"belljar agent start | Start the host agent if it is not running."})
    @Command(
            name = "start",
            description = "Start the host agent if it is not running.",
            mixinStandardHelpOptions = true)
    static final class AgentStartCommand extends SessionCommand {
        AgentStartCommand(CommandSession session) {
            super(session);
        }

        @Override
        public Integer call() throws Exception {
            AgentHealth health = session().agent().call(HostApi.HEALTH);
            if (json) {
                session().json(health);
            } else {
                session().line("Host agent %s is running as process %d.", health.version(), health.pid());
            }
            return 0;
        }
    }

    /// `belljar agent stop`: machines keep running.
    @CommandExamples({"belljar agent stop | Stop the host agent; sandboxes keep running."})
    @Command(
            name = "stop",
            description = "Stop the host agent. Sandboxes keep running, but nothing is recorded until the host agent"
                    + " starts again.",
            mixinStandardHelpOptions = true)
    static final class AgentStopCommand extends SessionCommand {
        private static final int LOOKS = 600;
        private static final Set<SandboxState> MACHINE =
                EnumSet.of(SandboxState.STARTING, SandboxState.RUNNING, SandboxState.STOPPING);
        private static final long LOOK_MILLIS = 50;

        AgentStopCommand(CommandSession session) {
            super(session);
        }

        @Override
        public Integer call() throws Exception {
            Optional<AgentClient> agent = session().running();
            if (agent.isEmpty()) {
                session().line("The host agent is not running.");
                return 0;
            }
            long pid = agent.get().call(HostApi.HEALTH).pid();
            boolean machines = anyRunning(agent.get());
            agent.get().call(HostApi.SHUTDOWN);
            for (int look = 0; look < LOOKS && lives(pid); look++) {
                Thread.sleep(LOOK_MILLIS);
            }
            if (lives(pid)) {
                session()
                        .aside(
                                "The host agent did not stop within 30 s; process %d is still running."
                                        + " To terminate it, run: kill %<d",
                                pid);
                return 1;
            }
            session()
                    .line(
                            machines
                                    ? "Host agent stopped. Sandboxes keep running, but nothing is recorded until it starts again."
                                    : "Host agent stopped. No sandbox was running.");
            return 0;
        }

        // If the sandboxes cannot be listed, they may be running.
        private static boolean anyRunning(AgentClient agent) throws InterruptedException {
            try {
                return agent.call(SandboxApi.LIST).stream()
                        .anyMatch(each -> MACHINE.contains(each.status().state()));
            } catch (AgentException e) {
                return true;
            }
        }

        private static boolean lives(long pid) {
            return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
        }
    }
}
