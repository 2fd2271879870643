package dev.belljar.client.command.access;

import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SessionCommand;
import dev.belljar.client.console.TextTable;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.contract.operation.AccessApi;
import dev.belljar.contract.request.network.ChooseMain;
import dev.belljar.contract.view.network.PortForward;
import dev.belljar.contract.view.network.RouteList;
import dev.belljar.contract.view.network.RouteRow;
import dev.belljar.contract.view.network.RouteServer;
import dev.belljar.contract.view.network.RouteTable;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `belljar routes [SANDBOX]`: lists the addresses of sandboxes in this host's browser.
@CommandExamples({
    "belljar routes | List the browser addresses of all sandboxes.",
    "belljar routes shop --main 5173 | Forward the main address to port 5173."
})
@Command(
        name = "routes",
        description = "List the browser addresses of sandboxes.",
        footer = {
            "",
            "A sandbox's main address, https://SANDBOX.sandbox.localhost/, forwards to the port most likely to be"
                    + " the dev server's, or to the port chosen with --main. Every other port has its own address:"
                    + " https://PORT-SANDBOX.sandbox.localhost/"
        },
        mixinStandardHelpOptions = true)
final class RoutesCommand extends SessionCommand {
    @Parameters(
            index = "0",
            paramLabel = "SANDBOX",
            arity = "0..1",
            description = "Name or id of the sandbox (default: all sandboxes).")
    @Nullable
    String sandbox;

    @ArgGroup
    @Nullable
    MainTargetOptions choice;

    /// The options that set the target of the sandbox's plain host name.
    static final class MainTargetOptions {
        @Option(names = "--main", paramLabel = "PORT", description = "Forward the main address to this port.")
        @Nullable
        Integer main;

        @Option(names = "--automatic", description = "Go back to choosing the main address's port automatically.")
        boolean automatic;
    }

    RoutesCommand(CommandSession session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        if (choice != null && sandbox == null) {
            session()
                    .aside("belljar routes: --main and --automatic require SANDBOX, because they apply to a single"
                            + " sandbox");
            return 2;
        }
        if (sandbox == null) {
            return shown(session().agent().call(AccessApi.ROUTES));
        }
        RouteTable table = choice == null
                ? session().agent().call(AccessApi.SANDBOX_ROUTES.at(sandbox))
                : session().agent().call(AccessApi.CHOOSE_MAIN.at(sandbox), new ChooseMain(choice.main));
        if (json) {
            session().json(table);
        } else {
            print(List.of(table));
            listening(table);
            stands(session().agent().call(AccessApi.ROUTES).server());
        }
        return 0;
    }

    private int shown(RouteList routes) {
        if (json) {
            session().json(routes);
            return 0;
        }
        if (routes.sandboxes().isEmpty()) {
            session().line("No sandboxes yet. Create one with: belljar create PATH");
        } else {
            print(routes.sandboxes());
        }
        stands(routes.server());
        return 0;
    }

    private void listening(RouteTable table) {
        Integer main = table.main();
        if (table.chosen() && main != null && table.ports().stream().noneMatch(route -> route.port() == main)) {
            session()
                    .aside(
                            "No server is listening on port %d in %s yet. The address will work once a server is"
                                    + " listening.",
                            main, table.name());
        }
    }

    private void stands(RouteServer server) {
        if (!server.state().equals("running")) {
            session().aside("These addresses do not work yet: %s. Run `belljar doctor` for details.", server.detail());
        }
    }

    /// The name of the listening program, for example `node`, or `sshd, the machine's own`.
    static String program(RouteRow route) {
        return switch (route.service()) {
            case "terminal" -> route.process() + " (Belljar's terminal)";
            case null -> route.process();
            default -> route.process() + " (guest service)";
        };
    }

    static String address(RouteRow route) {
        return "ssh".equals(route.service()) ? "not for browsers: see `belljar ssh-config`" : route.url();
    }

    private void print(List<RouteTable> tables) {
        TextTable columns = new TextTable("SANDBOX", "PORT", "PROGRAM", "ADDRESS");
        for (RouteTable table : tables) {
            String main = table.main() == null ? "-" : table.main() + (table.chosen() ? ", chosen" : "");
            columns.row(table.name(), main, table.main() == null ? "no server yet" : "main address", table.url());
            for (RouteRow route : table.ports()) {
                columns.row(table.name(), route.port(), program(route), address(route));
            }
            for (PortForward forward : table.forwards()) {
                columns.row(table.name(), forward.guest(), "forwarded", "127.0.0.1:" + forward.host());
            }
            if (table.unlisted() > 0) {
                columns.row(table.name(), "", "%d more, not listed".formatted(table.unlisted()), "");
            }
        }
        columns.print(session().out());
    }
}
