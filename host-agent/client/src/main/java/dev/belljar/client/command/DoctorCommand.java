package dev.belljar.client.command;

import dev.belljar.contract.view.Check;
import dev.belljar.contract.view.HostStatus;
import picocli.CommandLine.Command;

/// `belljar doctor`: what holds here and how to mend the rest. Exit code 1 when something fails.
@Command(
        name = "doctor",
        description = "Check this host and say how to mend what is wrong.",
        mixinStandardHelpOptions = true)
final class DoctorCommand extends Asking {
    DoctorCommand(Session session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        HostStatus host = session().agent().host();
        boolean failed = host.checks().stream().anyMatch(check -> check.level().equals("fail"));
        if (json) {
            session().json(host);
            return failed ? 1 : 0;
        }
        for (Check check : host.checks()) {
            session().line("%s  %s: %s", mark(check), check.name(), check.detail());
            if (check.fix() != null) {
                session().line("     → %s", check.fix());
            }
        }
        return failed ? 1 : 0;
    }

    private static String mark(Check check) {
        return switch (check.level()) {
            case "ok" -> "✓";
            case "warn" -> "!";
            default -> "✗";
        };
    }
}
