package dev.belljar.client.command.host;

import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SessionCommand;
import dev.belljar.client.demo.DemoReport;
import dev.belljar.client.demo.DemoRun;
import dev.belljar.client.demo.SampleProject;
import dev.belljar.client.help.CommandExamples;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `belljar demo`: performs the main task on the sample project. The exit code is 0 only if the evidence of
/// every step was observed.
@CommandExamples({
    "belljar demo | Run all steps and remove the sandbox.",
    "belljar demo --keep | Run all steps and keep the sandbox."
})
@Command(
        exitCodeList = {"0:Every step succeeded.", "1:A step failed, or a problem occurred.", "2:Usage error."},
        name = "demo",
        description = "Run the sample project in a sandbox and check all the main features.",
        mixinStandardHelpOptions = true)
final class DemoCommand extends SessionCommand {
    @Option(names = "--keep", description = "Keep the sandbox instead of destroying it at the end.")
    boolean keep;

    DemoCommand(CommandSession session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        DemoReport report = new DemoRun(session().agent(), SampleProject.source(), this::tell).run(keep);
        if (json) {
            session().json(report);
        } else {
            // The label is empty if no machine was created.
            String where = report.acceleration().isEmpty() ? "" : " Acceleration: " + report.acceleration();
            session().line("%s%s", report.ok() ? "All steps succeeded." : "At least one step failed.", where);
        }
        return report.ok() ? 0 : 1;
    }

    private void tell(DemoReport.DemoStep step) {
        if (!json) {
            session()
                    .line(
                            "%s %-13s %6.1f s  %s",
                            step.ok() ? "✓" : "✗", step.name(), step.ms() / 1000.0, step.evidence());
        }
    }
}
