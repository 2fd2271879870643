package dev.belljar.client.command.watch;

import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SandboxCommand;
import dev.belljar.client.console.SandboxStateText;
import dev.belljar.client.console.TextTable;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.view.process.RunReport;
import picocli.CommandLine.Command;

/// `belljar report N`: prints everything observed in one document.
@CommandExamples({
    "belljar report shop | Print the totals.",
    "belljar report shop --json > shop.json | Save the whole report as JSON."
})
@Command(
        name = "report",
        description = "Summarize everything that was recorded about a sandbox.",
        mixinStandardHelpOptions = true)
final class ReportCommand extends SandboxCommand {
    ReportCommand(CommandSession session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        RunReport report = session().agent().call(SandboxApi.REPORT.at(sandbox));
        if (json) {
            session().json(report);
            return 0;
        }
        session()
                .line(
                        "%s: %s, %s",
                        report.sandbox().spec().name(),
                        SandboxStateText.of(report.sandbox()),
                        report.sandbox().acceleration().label());
        TextTable counts = new TextTable("EVENTS", "COUNT");
        report.counts().forEach((type, count) -> counts.row(type, count));
        counts.print(session().out());
        session().line("processes        %,d", report.processes().total());
        session()
                .line(
                        "files changed    %,d in /workspace, %,d outside",
                        report.diff().files().size(), report.diff().system().size());
        session()
                .line(
                        "connections      %,d, %,d blocked",
                        report.network().total(), report.network().refused());
        session().aside("Use --json to print the full report.");
        return 0;
    }
}
