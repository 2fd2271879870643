package dev.belljar.client.command.environment;

import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SandboxCommand;
import dev.belljar.client.console.SetupText;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.contract.environment.FetchedName;
import dev.belljar.contract.environment.SetupReport;
import dev.belljar.contract.environment.SetupStatus;
import dev.belljar.contract.operation.SetupApi;
import dev.belljar.contract.text.ByteCount;
import dev.belljar.contract.text.VisibleText;
import picocli.CommandLine.Command;

/// `belljar environment log N`: shows the output of the last setup of a sandbox, and what it fetched.
@CommandExamples({
    "belljar environment log shop | Show the output of the last setup.",
    "belljar environment log shop --json | Print the output, the state and the downloads as JSON."
})
@Command(
        name = "log",
        description = {
            "Show the output of a sandbox's last setup.",
            "The setup's result and a list of its downloads are printed to standard error."
        },
        mixinStandardHelpOptions = true)
final class EnvironmentLogCommand extends SandboxCommand {
    EnvironmentLogCommand(CommandSession session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        SetupReport report = session().agent().call(SetupApi.REPORT.at(sandbox));
        if (json) {
            session().json(report);
            return 0;
        }
        SetupStatus status = report.status();
        if (status == null) {
            session().aside("No environment has been set up in %s.", sandbox);
            return 0;
        }
        if (!report.complete()) {
            session().aside("  Older output was dropped.");
        }
        VisibleText.text(report.log(), "\n\t").lines().forEach(line -> session().line("%s", line));
        session().aside("%s", SetupText.sentence(sandbox, status));
        for (FetchedName name : report.fetched()) {
            session()
                    .aside(
                            "  %s: %s received, %s sent, %s",
                            VisibleText.line(name.name()),
                            ByteCount.words(name.down()),
                            ByteCount.words(name.up()),
                            name.flows() == 1 ? "1 connection" : name.flows() + " connections");
        }
        return 0;
    }
}
