package dev.belljar.client.command.watch;

import dev.belljar.client.AgentClient;
import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SandboxCommand;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.contract.operation.ProvenanceApi;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.request.work.ReadBlame;
import dev.belljar.contract.request.work.ReadWork;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.view.provenance.FileBlame;
import dev.belljar.contract.view.work.SandboxWork;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/// `belljar blame N FILE`: shows which process wrote each line of a file.
@CommandExamples({
    "belljar blame shop src/cart.js | Show which program wrote each line of a file.",
    "belljar blame shop src/cart.js --lines 10,20 -v | Show who wrote these lines, with each program's ancestors and"
            + " earlier connections."
})
@Command(
        name = "blame",
        description = {
            "Show which program in the sandbox wrote each line of a file.",
            "If the sandbox is running, its changes are fetched first. Lines marked \"project\" come from your"
                    + " project."
        },
        footer = {
            "",
            "If several programs wrote the file at almost the same time, Belljar cannot tell which one wrote a line,"
                    + " and names all of them. Belljar learns of a write only when the program closes the file."
        },
        mixinStandardHelpOptions = true)
final class BlameCommand extends SandboxCommand {
    @Parameters(index = "1", paramLabel = "FILE", description = "Path of the file in the workspace.")
    String file = "";

    @Option(
            names = {"-L", "--lines"},
            paramLabel = "A,B",
            description = "Show only the lines from A to B.")
    @Nullable
    String lines;

    @Option(
            names = "--commit",
            paramLabel = "COMMIT",
            description = "Show the file as of this commit in the fetched work (default: the newest fetched work).")
    @Nullable
    String commit;

    @Option(
            names = {"-v", "--verbose"},
            description = "Also show the ancestors of each process that wrote a line, and the connections made in"
                    + " the 30 minutes before the write by any of these processes or programs they started.")
    boolean verbose;

    BlameCommand(CommandSession session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        LineSpan span = span();
        AgentClient agent = session().agent();
        if (commit == null && agent.call(SandboxApi.GET.at(sandbox)).status().state() == SandboxState.RUNNING) {
            SandboxWork _ = waiting()
                    .duringOrOnce(
                            "Fetching the changes in " + sandbox,
                            () -> agent.call(SandboxApi.WORK.at(sandbox), new ReadWork(false)));
        }
        FileBlame blame = agent.call(ProvenanceApi.BLAME.at(sandbox), new ReadBlame(file, commit));
        if (json) {
            session().json(blame);
            return 0;
        }
        BlameText text = new BlameText(blame);
        List<String> shown = text.lines(span.first(), span.last());
        shown.forEach(line -> session().line("%s", line));
        if (verbose) {
            text.writers(span.first(), span.last()).forEach(line -> session().line("%s", line));
        }
        blame.notes().forEach(note -> session().aside("%s", note));
        return 0;
    }

    private record LineSpan(int first, int last) {}

    private LineSpan span() {
        String words = lines;
        if (words == null) {
            return new LineSpan(1, Integer.MAX_VALUE);
        }
        if (words.matches("[1-9][0-9]{0,8}(,[1-9][0-9]{0,8})?")) {
            String[] numbers = words.split(",", 2);
            LineSpan span = new LineSpan(Integer.parseInt(numbers[0]), Integer.parseInt(numbers[numbers.length - 1]));
            if (span.first() <= span.last()) {
                return span;
            }
        }
        throw new ParameterException(
                spec().commandLine(), "--lines \"" + words + "\": expected two line numbers, such as 10,20");
    }
}
