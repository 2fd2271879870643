package dev.belljar.client.command.access;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SandboxCommand;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.contract.operation.AccessApi;
import dev.belljar.contract.request.network.ForwardPort;
import dev.belljar.contract.view.network.PortForward;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `belljar port SANDBOX GUEST[:HOST]`: forwards a port of this host to a port of a machine as long as the
/// command runs.
@CommandExamples({
    "belljar port shop 5432 | Forward 127.0.0.1:5432 to port 5432 in the sandbox until you press Ctrl+C.",
    "belljar port shop 5432:15432 --keep | Forward 127.0.0.1:15432 to port 5432 in the sandbox, and "
            + "return immediately."
})
@Command(
        name = "port",
        description = "Forward a port on this computer to a sandbox until you press Ctrl+C.",
        footer = {
            "",
            "Use this for databases and other servers that are not opened in a browser. `belljar routes`"
                    + " lists the addresses of web servers."
        },
        mixinStandardHelpOptions = true)
final class PortCommand extends SandboxCommand {
    private static final Pattern PORTS = Pattern.compile("([1-9][0-9]{0,4})(?::([1-9][0-9]{0,4}))?");
    /// The time in seconds for which the forward remains if this command is killed.
    private static final int LEASE_SECONDS = 30;

    private static final int RENEWED_MILLIS = LEASE_SECONDS * 1000 / 3;

    @Parameters(
            index = "1",
            paramLabel = "GUEST[:HOST]",
            description = "Port in the sandbox, optionally followed by the port on 127.0.0.1 (default: the same port).")
    String ports = "";

    @Option(
            names = "--keep",
            description = "Return immediately. The port forward stays open until you close it with --end or the host"
                    + " agent stops.")
    boolean keep;

    @Option(names = "--end", description = "Close a port forward that was opened with --keep.")
    boolean end;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    PortCommand(CommandSession session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        Matcher asked = PORTS.matcher(ports);
        if (!asked.matches()) {
            throw new ParameterException(
                    spec.commandLine(), "port \"%s\": expected GUEST or GUEST:HOST, as in 5432:15432".formatted(ports));
        }
        int guest = Integer.parseInt(asked.group(1));
        int host = asked.group(2) == null ? guest : Integer.parseInt(asked.group(2));
        AgentClient routes = session().agent();
        if (end) {
            return said(
                    routes.call(AccessApi.UNFORWARD.at(sandbox, Integer.toString(host))), "no longer forwards to %s");
        }
        PortForward made =
                routes.call(AccessApi.FORWARD.at(sandbox), new ForwardPort(guest, host, keep ? null : LEASE_SECONDS));
        int done = said(made, "forwards to port " + made.guest() + " in %s");
        if (!keep) {
            stay(routes, made);
        }
        return done;
    }

    private int said(PortForward ports, String what) {
        if (json) {
            session().json(ports);
        } else {
            session().line("127.0.0.1:%d " + what, ports.host(), sandbox);
        }
        return 0;
    }

    private void stay(AgentClient routes, PortForward made) throws AgentException, InterruptedException {
        Thread last = Thread.ofPlatform().name("port ends").unstarted(() -> endQuietly(routes, made));
        Runtime.getRuntime().addShutdownHook(last);
        while (true) {
            Thread.sleep(RENEWED_MILLIS);
            routes.call(AccessApi.FORWARD.at(sandbox), new ForwardPort(made.guest(), made.host(), LEASE_SECONDS));
        }
    }

    private void endQuietly(AgentClient routes, PortForward made) {
        try {
            routes.call(AccessApi.UNFORWARD.at(sandbox, Integer.toString(made.host())));
        } catch (AgentException e) {
            session()
                    .aside(
                            "The port forward could not be closed. It will close automatically within %d s.",
                            LEASE_SECONDS);
            session().tell(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
