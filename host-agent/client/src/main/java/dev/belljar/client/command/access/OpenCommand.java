package dev.belljar.client.command.access;

import dev.belljar.client.AgentException;
import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SandboxCommand;
import dev.belljar.client.console.program.BrowserLauncher;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.contract.operation.AccessApi;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.view.network.RouteRow;
import dev.belljar.contract.view.network.RouteServer;
import dev.belljar.contract.view.network.RouteTable;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `belljar open SANDBOX [PORT]`: opens a sandbox's address in the browser.
@CommandExamples({
    "belljar open shop | Open the dev server in the browser.",
    "belljar open shop 8080 --print | Print the address of port 8080 instead of opening it."
})
@Command(name = "open", description = "Open a sandbox's dev server in the browser.", mixinStandardHelpOptions = true)
final class OpenCommand extends SandboxCommand {
    private static final int LAST_PORT = 65_535;

    @Parameters(
            index = "1",
            paramLabel = "PORT",
            arity = "0..1",
            description = "Port in the sandbox (default: the port set with `belljar routes --main`, otherwise the dev"
                    + " server's).")
    @Nullable
    Integer port;

    @Option(names = "--print", description = "Print the address instead of opening it.")
    boolean print;

    OpenCommand(CommandSession session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        RouteTable table = session().agent().call(AccessApi.SANDBOX_ROUTES.at(sandbox));
        RouteServer server = session().agent().call(AccessApi.ROUTES).server();
        String url = url(table);
        if (json) {
            session().json(Map.of("url", url));
            return 0;
        }
        if (!server.state().equals("running")) {
            session().aside("The address does not work yet: %s. Run `belljar doctor` for details.", server.detail());
            session().line("%s", url);
            return 1;
        }
        if (port == null ? table.main() == null : table.ports().stream().noneMatch(route -> route.port() == port)) {
            session()
                    .aside(
                            "No server is listening%s in %s yet. The page will load once a server is listening.",
                            port == null ? "" : " on port " + port, table.name());
        }
        if (print || !BrowserLauncher.open(url)) {
            session().line("%s", url);
        }
        return 0;
    }

    private String url(RouteTable table) throws AgentException {
        if (port == null) {
            return table.url();
        }
        if (port < 1 || port > LAST_PORT) {
            throw new AgentException(
                    Problem.of(
                            ProblemCode.BAD_REQUEST,
                            "invalid port",
                            "port %d: expected 1 to %d".formatted(port, LAST_PORT),
                            "`belljar routes %s` lists the ports that servers are listening on."
                                    .formatted(table.name())),
                    null);
        }
        return table.ports().stream()
                .filter(route -> route.port() == port)
                .map(RouteRow::url)
                .findFirst()
                .orElseGet(() -> table.url().replaceFirst("https://", "https://" + port + "-"));
    }
}
