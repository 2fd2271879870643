package dev.belljar.client.command.watch;

import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SandboxCommand;
import dev.belljar.client.console.TextTable;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.request.sandbox.ListProcesses;
import dev.belljar.contract.text.ByteCount;
import dev.belljar.contract.view.process.ProcessRow;
import dev.belljar.contract.view.process.ProcessTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// `belljar ps N`: lists the processes of a machine, including ended ones.
@CommandExamples({
    "belljar ps shop --tree | Show each process below the process that started it.",
    "belljar ps shop --finished 500 | Include the last 500 finished processes."
})
@Command(
        name = "ps",
        description = "List the processes in a sandbox, including finished ones.",
        mixinStandardHelpOptions = true)
final class ProcessesCommand extends SandboxCommand {
    /// The maximum length of a command line in the table; `--json` prints it completely.
    private static final int LONGEST = 160;

    @Option(names = "--tree", description = "Show each process below the process that started it.")
    boolean tree;

    @Option(
            names = "--finished",
            paramLabel = "N",
            defaultValue = "50",
            description = "Maximum number of finished processes to list (default: 50).")
    int finished;

    ProcessesCommand(CommandSession session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        if (finished < 0) {
            throw new ParameterException(
                    spec().commandLine(),
                    "--finished %d: expected a number of processes, or 0 for none".formatted(finished));
        }
        ProcessTable table = session().agent().call(SandboxApi.PROCESSES.at(sandbox), new ListProcesses(finished));
        if (json) {
            session().json(table);
            return 0;
        }
        TextTable columns = new TextTable("PID", "PPID", "USER", "CPU", "MEMORY", "EXIT", "COMMAND");
        if (tree) {
            branch(columns, table.rows(), null, 0, new HashSet<>());
        } else {
            table.rows().forEach(row -> row(columns, row, 0));
        }
        columns.print(session().out());
        boolean more = table.total() > table.rows().size();
        session()
                .aside(
                        "%,d %s observed%s",
                        table.total(),
                        table.total() == 1 ? "process" : "processes",
                        more ? "; --finished lists more finished processes" : "");
        return 0;
    }

    private void branch(
            TextTable columns, List<ProcessRow> all, @Nullable ProcessRow parent, int depth, Set<ProcessRow> drawn) {
        List<ProcessRow> children = new ArrayList<>(all.stream()
                .filter(row -> parent == null ? parentOf(all, row) == null : parent.equals(parentOf(all, row)))
                .toList());
        children.sort(Comparator.comparingLong(ProcessRow::started));
        for (ProcessRow child : children) {
            if (drawn.add(child)) {
                row(columns, child, depth);
                branch(columns, all, child, depth + 1, drawn);
            }
        }
    }

    private static @Nullable ProcessRow parentOf(List<ProcessRow> all, ProcessRow row) {
        for (ProcessRow other : all) {
            boolean same = row.parentStart() == 0 ? other.ended() == null : other.start() == row.parentStart();
            if (other.pid() == row.ppid() && same && !other.equals(row)) {
                return other;
            }
        }
        return null;
    }

    private static void row(TextTable columns, ProcessRow row, int depth) {
        columns.row(
                row.pid(),
                known(row.ppid()),
                known(row.uid()),
                row.cpuPermille() == null ? "" : String.format(Locale.ROOT, "%.1f %%", row.cpuPermille() / 10.0),
                row.rss() == null ? "" : ByteCount.words(row.rss()),
                exit(row),
                "  ".repeat(depth) + command(row));
    }

    private static String exit(ProcessRow row) {
        if (row.signal() != null) {
            return "signal " + row.signal();
        }
        if (row.code() != null) {
            return known(row.code());
        }
        return row.ended() == null ? "" : "unknown"; // the machine ended before the process's result was observed
    }

    /// Formats a number; the guest agent reports -1 for a number that it could not read.
    private static String known(int number) {
        return number < 0 ? "" : Integer.toString(number);
    }

    private static String command(ProcessRow row) {
        String words = row.argv().isEmpty() ? "[" + row.comm() + "]" : String.join(" ", row.argv());
        return words.length() > LONGEST ? words.substring(0, LONGEST) + "…" : words;
    }
}
