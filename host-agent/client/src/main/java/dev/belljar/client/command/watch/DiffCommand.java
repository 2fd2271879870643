package dev.belljar.client.command.watch;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.LineDiff;
import dev.belljar.client.console.SessionCommand;
import dev.belljar.client.console.SkippedFilesText;
import dev.belljar.client.console.SnapshotRef;
import dev.belljar.client.console.SnapshotRefs;
import dev.belljar.client.console.WaitingLine;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.operation.SnapshotApi;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.request.work.CompareWith;
import dev.belljar.contract.request.work.ReadFile;
import dev.belljar.contract.sandbox.Snapshot;
import dev.belljar.contract.view.work.FileContents;
import dev.belljar.contract.view.work.FileDiff;
import dev.belljar.contract.view.work.WorkspaceComparison;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `belljar diff N [PATH]`: shows the changes in the machine, or both sides of one file; `belljar diff A B`:
/// compares two snapshots or sandboxes.
@CommandExamples({
    "belljar diff shop | List the files that changed in the sandbox since the project was copied " + "into it.",
    "belljar diff shop src/main.c | Show the changes in one file.",
    "belljar diff shop shop-2 | Compare the current states of two sandboxes.",
    "belljar diff before shop | Compare a snapshot with the current state of a sandbox.",
    "belljar diff before | Compare a snapshot with the current state of its sandbox."
})
@Command(
        name = "diff",
        description = "Show changed files, or compare snapshots and sandboxes.",
        footer = {"", "If a path is also the name of a sandbox or a snapshot, write it as ./PATH."},
        mixinStandardHelpOptions = true)
final class DiffCommand extends SessionCommand {
    private static final ProblemCode NOTHING = new ProblemCode("snapshot.not-found", 404);
    private static final String HERE = "./";

    @Parameters(
            index = "0",
            paramLabel = "SANDBOX|SNAPSHOT",
            description = "Name or id of a sandbox or snapshot. A sandbox is compared in its current state.")
    String first = "";

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "SANDBOX|SNAPSHOT|PATH",
            description = "Sandbox or snapshot to compare the first one with, or the path of one changed file.")
    @Nullable
    String second;

    @Option(names = "--system", description = "Also list changed paths outside /workspace.")
    boolean system;

    DiffCommand(CommandSession session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        AgentClient agent = session().agent();
        SnapshotRefs refs = SnapshotRefs.of(agent);
        SnapshotRef one = refs.any(first);
        Optional<SnapshotRef> other = other(refs, one);
        if (other.isPresent()) {
            compare(agent, one, other.get());
        } else {
            changes(agent, one.id());
        }
        return 0;
    }

    /// The second item of the comparison; empty if the first is compared with the project or one file of it.
    private Optional<SnapshotRef> other(SnapshotRefs refs, SnapshotRef one) throws AgentException {
        String word = second;
        Optional<SnapshotRef> found = word == null || word.startsWith(HERE) ? Optional.empty() : refs.find(word);
        if (found.isPresent() || !(one instanceof SnapshotRef.TakenSnapshot(Snapshot snapshot))) {
            return found;
        }
        if (word != null) {
            throw nothing("\"" + word + "\": no snapshot or sandbox has this id or name, so " + one.words()
                    + " cannot be compared with it");
        }
        Optional<SnapshotRef> original = refs.find(snapshot.sandbox());
        if (original.isEmpty()) {
            throw nothing(one.words() + ": this snapshot's sandbox was destroyed; name another snapshot or a sandbox as"
                    + " the second argument");
        }
        return original;
    }

    private void compare(AgentClient agent, SnapshotRef one, SnapshotRef other) throws Exception {
        WorkspaceComparison comparison = waiting()
                .during("Comparing", () -> agent.call(SnapshotApi.COMPARE.at(one.id()), new CompareWith(other.id())));
        if (json) {
            session().json(comparison);
            return;
        }
        if (comparison.files().isEmpty()) {
            session().line("No %sdifferences in /workspace.", comparison.left() > 0 ? "other " : "");
        } else {
            session().aside("From %s to %s:", one.words(), other.words());
            ChangeColumns.of(comparison.files()).print(session().out());
            if (!comparison.complete()) {
                session().aside("This list is incomplete: more files differ.");
            }
        }
        SkippedFilesText.of(comparison.diff()).forEach(line -> session().line("%s", line));
    }

    private void changes(AgentClient agent, String sandbox) throws Exception {
        WaitingLine waiting = waiting();
        FileDiff diff =
                waiting.during("Comparing /workspace with the project", () -> agent.call(SandboxApi.DIFF.at(sandbox)));
        String path = second;
        if (path != null) {
            String plain = path.startsWith(HERE) ? path.substring(HERE.length()) : path;
            file(waiting.during(
                    "Fetching both versions of " + plain,
                    () -> agent.call(SandboxApi.CONTENTS.at(sandbox), new ReadFile(plain))));
        } else if (json) {
            session().json(diff);
        } else {
            all(diff);
        }
    }

    private void all(FileDiff diff) {
        if (diff.files().isEmpty()) {
            session().line("No changes in /workspace since the project was copied into the sandbox.");
        } else {
            ChangeColumns.of(diff.files()).print(session().out());
        }
        SkippedFilesText.of(diff).forEach(line -> session().line("%s", line));
        if (system && !diff.system().isEmpty()) {
            session().line("");
            session().line("Outside /workspace:");
            diff.system().forEach(change -> session().line("%s  %s", change.status(), change.path()));
        }
    }

    private void file(FileContents contents) {
        if (json) {
            session().json(contents);
        } else if (contents.note() != null) {
            session().line("%s: %s", contents.path(), contents.note());
        } else {
            session().out().print(LineDiff.unified(contents));
        }
    }

    private static AgentException nothing(String detail) {
        return new AgentException(
                Problem.of(
                        NOTHING,
                        "no such snapshot or sandbox",
                        detail,
                        "`belljar snapshots` and `belljar list` show the ids and names."),
                null);
    }
}
