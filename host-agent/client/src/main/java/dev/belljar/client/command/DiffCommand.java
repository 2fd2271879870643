package dev.belljar.client.command;

import dev.belljar.client.AgentClient;
import dev.belljar.contract.view.FileChange;
import dev.belljar.contract.view.FileContents;
import dev.belljar.contract.view.FileDiff;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `belljar diff N [PATH]`: what changed in the machine, or both sides of one file.
@Command(name = "diff", description = "Show what changed in a sandbox.", mixinStandardHelpOptions = true)
final class DiffCommand extends AskingOne {
    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "PATH",
            description = "One changed file: its content before and after.")
    @Nullable
    String path;

    @Option(names = "--system", description = "Also paths outside /workspace.")
    boolean system;

    DiffCommand(Session session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        Waiting waiting = Waiting.on(session().err());
        AgentClient agent = session().agent();
        FileDiff diff = waiting.during("Comparing /workspace with the project", () -> agent.diff(sandbox));
        String one = path;
        if (one != null) {
            return file(waiting.during("Fetching both sides of " + one, () -> agent.contents(sandbox, one)));
        }
        if (json) {
            session().json(diff);
            return 0;
        }
        if (diff.files().isEmpty()) {
            session().line("Nothing in /workspace differs from the project as it was captured.");
        } else {
            print(diff.files());
        }
        if (system && !diff.system().isEmpty()) {
            session().line("");
            session().line("Outside /workspace:");
            diff.system().forEach(change -> session().line("%s  %s", change.status(), change.path()));
        }
        return 0;
    }

    private void print(List<FileChange> changes) {
        Columns columns = new Columns("", "+", "−", "PATH", "COULD RUN ON YOUR MACHINE");
        for (FileChange change : changes) {
            columns.row(
                    change.status(),
                    change.added() < 0 ? "bin" : change.added(),
                    change.removed() < 0 ? "" : change.removed(),
                    change.from() == null ? change.path() : change.from() + " → " + change.path(),
                    change.risk() == null ? "" : "▲ " + change.risk());
        }
        columns.print(session().out());
    }

    private int file(FileContents contents) {
        if (json) {
            session().json(contents);
        } else if (contents.note() != null) {
            session().line("%s: %s", contents.path(), contents.note());
        } else {
            session().out().print(LineDiff.unified(contents));
        }
        return 0;
    }
}
