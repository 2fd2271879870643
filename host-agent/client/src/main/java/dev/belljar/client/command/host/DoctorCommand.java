package dev.belljar.client.command.host;

import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SessionCommand;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.contract.operation.AccessApi;
import dev.belljar.contract.operation.HostApi;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.sandbox.Guarantee;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.view.host.DoctorCheck;
import dev.belljar.contract.view.host.HostStatus;
import dev.belljar.contract.view.network.RouteServer;
import java.io.Console;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `belljar doctor`: shows what works on this host and how to fix the rest. Exit code 1 if a check fails.
@CommandExamples({
    "belljar doctor | Check this computer.",
    "belljar doctor shop | Show which guarantees hold for a sandbox.",
    "belljar doctor --fix | Repair name resolution and certificates for the HTTPS addresses of servers in sandboxes."
})
@Command(
        exitCodeList = {"0:No check failed.", "1:At least one check failed, or a problem occurred.", "2:Usage error."},
        name = "doctor",
        description = "Check this computer and show how to fix problems.",
        mixinStandardHelpOptions = true)
final class DoctorCommand extends SessionCommand {
    @Option(
            names = "--fix",
            description = "Repair name resolution and certificates for the HTTPS addresses of servers in sandboxes."
                    + " Belljar asks before each step and makes backups.")
    boolean fix;

    @Option(names = "--yes", description = "With --fix, make repairs without asking.")
    boolean yes;

    @Option(
            names = "--accept-emulation",
            description = "Allow sandboxes to run under emulation, for which QEMU does not guarantee isolation."
                    + " Without this option, Belljar asks when you first start a sandbox.")
    boolean acceptEmulation;

    @Parameters(
            arity = "0..1",
            paramLabel = "SANDBOX",
            description = "Show which guarantees hold for this sandbox, and which do not.")
    @Nullable
    String sandbox;

    DoctorCommand(CommandSession session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        if (acceptEmulation) {
            HostStatus host = session().agent().call(HostApi.ACCEPT_EMULATION);
            if (json) {
                session().json(host);
            } else {
                session()
                        .line(
                                "Emulation is allowed: sandboxes can start on this computer without an isolation"
                                        + " guarantee. %s",
                                host.acceleration().reason());
            }
            return 0;
        }
        if (sandbox != null) {
            return guarantees(session().agent().call(SandboxApi.GET.at(sandbox)));
        }
        if (fix) {
            return mend(session().agent().call(AccessApi.ROUTES).server());
        }
        HostStatus host = session().agent().call(HostApi.STATUS);
        boolean failed = host.checks().stream().anyMatch(check -> check.level().equals("fail"));
        if (json) {
            session().json(host);
            return failed ? 1 : 0;
        }
        for (DoctorCheck check : host.checks()) {
            session().line("%s  %s: %s", mark(check), check.name(), check.detail());
            if (check.fix() != null) {
                session().line("     → %s", check.fix());
            }
        }
        return failed ? 1 : 0;
    }

    private int guarantees(Sandbox found) {
        List<Guarantee> guarantees = found.status().guarantees();
        if (json) {
            session().json(guarantees);
            return 0;
        }
        for (Guarantee guarantee : guarantees) {
            session().line("%s  %s: %s", guarantee.holds() ? "✓" : "!", guarantee.name(), guarantee.detail());
        }
        return 0;
    }

    private int mend(RouteServer server) throws IOException, InterruptedException {
        List<HostRepair.RepairStep> steps = HostRepair.steps(server, Path.of(System.getProperty("user.home")));
        if (json) {
            session().json(steps.stream().map(HostRepair.RepairStep::what).toList());
            return 0;
        }
        if (steps.isEmpty()) {
            session().line("Nothing to repair.");
            return 0;
        }
        boolean all = true;
        for (HostRepair.RepairStep step : steps) {
            session().line("%s%s", step.what(), step.root() ? " (as root)" : "");
            if (agreed()) {
                all &= done(step);
            } else {
                session().line("   skipped");
            }
        }
        return all ? 0 : 1;
    }

    /// Performs a step and returns whether it succeeded; a failure does not prevent the other steps.
    private boolean done(HostRepair.RepairStep step) throws InterruptedException {
        try {
            boolean done = HostRepair.done(step);
            session().line(done ? "✓  done" : "✗  failed");
            return done;
        } catch (IOException e) {
            session().line("✗  failed: %s", String.valueOf(e.getMessage()));
            return false;
        }
    }

    private boolean agreed() {
        if (yes) {
            return true;
        }
        Console console = System.console();
        if (console == null || !console.isTerminal()) {
            session()
                    .aside("Skipped: standard input is not a terminal, so Belljar cannot ask. Use --yes to repair"
                            + " without being asked.");
            return false;
        }
        String answer = console.readLine("Apply this step? [y/N] ");
        return answer != null && answer.strip().equalsIgnoreCase("y");
    }

    private static String mark(DoctorCheck check) {
        return switch (check.level()) {
            case "ok" -> "✓";
            case "warn" -> "!";
            default -> "✗";
        };
    }
}
