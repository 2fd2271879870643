package dev.belljar.client.command.host;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.client.ChangeWaiter;
import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SessionCommand;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.contract.event.EventType;
import dev.belljar.contract.operation.AccessApi;
import dev.belljar.contract.operation.HostApi;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.request.session.BuildZellij;
import dev.belljar.contract.view.host.ToolStatus;
import java.io.Console;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `belljar image zellij`: builds Zellij for machines.
@CommandExamples({
    "belljar image zellij | Build Zellij in a sandbox and show progress.",
    "belljar image zellij --detach | Build Zellij in the background."
})
@Command(
        name = "zellij",
        description = {
            "Build Zellij, the program that runs terminal sessions.",
            "The build runs in a separate sandbox without network access. If you have installed Rust 1.95 or newer with"
                    + " rustup, the build uses a copy of that toolchain; otherwise, Belljar downloads Debian's"
                    + " toolchain for the build. The build takes a few minutes, or hours under emulation. The sandbox"
                    + " is deleted afterwards, even if you cancel the build with Ctrl+C."
        },
        mixinStandardHelpOptions = true)
final class ZellijCommand extends SessionCommand {
    @Option(names = "--detach", description = "Return immediately. `belljar image status` shows the progress.")
    boolean detach;

    @Option(names = "--cancel", description = "Cancel a running build and delete its sandbox.")
    boolean cancel;

    @Option(
            names = "--on-host",
            description =
                    "Build on this computer instead, after asking for confirmation. The build scripts of 358 crates"
                            + " will run as your user.")
    boolean onHost;

    @Option(
            names = {"-y", "--yes"},
            description = "With --on-host, build without asking.")
    boolean yes;

    private volatile boolean followed;
    private String message = "";

    ZellijCommand(CommandSession session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        AgentClient sessions = session().agent();
        if (cancel) {
            return said(sessions.call(AccessApi.CANCEL_ZELLIJ));
        }
        if (onHost && !yes && !agreed()) {
            return 1;
        }
        ToolStatus status = sessions.call(AccessApi.BUILD_ZELLIJ, new BuildZellij(onHost));
        return detach ? said(status) : said(followed(sessions, status));
    }

    private ToolStatus followed(AgentClient sessions, ToolStatus begun) throws AgentException, InterruptedException {
        followed = true;
        Runtime.getRuntime()
                .addShutdownHook(Thread.ofPlatform().name("build ends").unstarted(() -> endQuietly(sessions)));
        try {
            return toEnd(sessions, begun);
        } finally {
            followed = false;
        }
    }

    private ToolStatus toEnd(AgentClient sessions, ToolStatus begun) throws AgentException, InterruptedException {
        Optional<ToolStatus> already = built(begun);
        if (already.isPresent()) {
            return already.get();
        }
        long after = sessions.call(HostApi.STATUS).lastSeq();
        return ChangeWaiter.await(
                listener -> sessions.followHost(after, Set.of(EventType.TOOL, EventType.GAP), listener),
                () -> built(sessions.call(AccessApi.ZELLIJ)));
    }

    /// Prints the progress of the build; the result is empty until it has ended.
    private Optional<ToolStatus> built(ToolStatus status) {
        if (!status.state().equals("building")) {
            return Optional.of(status);
        }
        String now = "%3d %%  %s".formatted(status.percent(), status.step());
        if (!now.equals(message)) {
            session().aside(now);
            message = now;
        }
        return Optional.empty();
    }

    private int said(ToolStatus status) throws AgentException {
        boolean building = detach && status.state().equals("building");
        if (json) {
            session().json(status);
        } else if (status.problem() != null && !cancel) {
            throw new AgentException(status.problem(), null);
        } else {
            session().line("Zellij: %s, %s", status.state(), status.origin());
        }
        return building || cancel || status.state().equals("ready") ? 0 : 1;
    }

    /// Called when this program is terminated, for example by Ctrl+C: cancels the build that it waited for
    /// and deletes its sandbox.
    private void endQuietly(AgentClient sessions) {
        if (!followed) {
            return;
        }
        try {
            session().aside("Cancelling the build and deleting its sandbox.");
            sessions.call(AccessApi.CANCEL_ZELLIJ);
        } catch (AgentException e) {
            session().tell(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean agreed() throws AgentException {
        Console console = System.console();
        if (console == null || !console.isTerminal()) {
            throw new AgentException(
                    Problem.of(
                            ProblemCode.BAD_REQUEST,
                            "no terminal",
                            "standard input is not a terminal, so Belljar cannot ask whether the build scripts of 358"
                                    + " crates may run as your user on this computer",
                            "Use --yes to build without being asked, or leave out --on-host to build in a sandbox."),
                    null);
        }
        String answer = console.readLine(
                "The build scripts of 358 crates from the registry will run on this computer as your user, with"
                        + " access to all your files and the network. Build on this computer? [y/N] ");
        return answer != null && answer.strip().equalsIgnoreCase("y");
    }
}
