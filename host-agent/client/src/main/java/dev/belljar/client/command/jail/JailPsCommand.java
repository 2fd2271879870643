package dev.belljar.client.command.jail;

import dev.belljar.client.console.AgeText;
import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SessionCommand;
import dev.belljar.client.console.TextTable;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.contract.jail.JailStatus;
import dev.belljar.contract.operation.JailApi;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;

/// `belljar jail ps`: lists jails.
@CommandExamples({"belljar jail ps | List the jails that run."})
@Command(name = "ps", description = "List the jails that run.", mixinStandardHelpOptions = true)
final class JailPsCommand extends SessionCommand {
    JailPsCommand(CommandSession session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        List<JailStatus> jails = session().agent().call(JailApi.JAILS);
        if (json) {
            session().json(jails);
        } else if (jails.isEmpty()) {
            session().line("No jail runs.");
        } else {
            TextTable columns = new TextTable("ID", "PROJECT", "MODE", "PID", "ASKED", "STARTED", "COMMAND");
            for (JailStatus jail : jails) {
                columns.row(
                        jail.id(),
                        jail.project(),
                        jail.mode().name().toLowerCase(Locale.ROOT),
                        jail.pid() == null ? "-" : jail.pid(),
                        jail.held(),
                        AgeText.words(jail.started(), System.currentTimeMillis()),
                        String.join(" ", jail.command()));
            }
            columns.print(session().out());
        }
        return 0;
    }
}
