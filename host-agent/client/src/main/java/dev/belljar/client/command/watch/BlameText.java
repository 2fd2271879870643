package dev.belljar.client.command.watch;

import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.text.ByteCount;
import dev.belljar.contract.text.VisibleText;
import dev.belljar.contract.view.process.ProcessRow;
import dev.belljar.contract.view.provenance.FileBlame;
import dev.belljar.contract.view.provenance.LineRange;
import dev.belljar.contract.view.provenance.LineWriter;
import dev.belljar.contract.view.provenance.PriorFlow;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Formats the lines of a file with their writers. All words from a guest are made visible.
record BlameText(FileBlame blame) {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneId.systemDefault());
    private static final int WIDEST = 44;
    private static final int COMMAND = 160;

    /// The lines from `first` to `last`, each with its number, writer and time.
    List<String> lines(int first, int last) {
        List<String> text = FileBlame.lines(blame.text());
        List<LineRange> ranges = ranges(first, last);
        int width = ranges.stream().mapToInt(range -> who(range).length()).max().orElse(0);
        List<String> lines = new ArrayList<>();
        for (LineRange range : ranges) {
            Long at = range.at();
            String time = at == null ? " ".repeat(19) : TIME.format(Instant.ofEpochMilli(at));
            for (int i = Math.max(first, range.first());
                    i <= Math.min(last, Math.min(range.last(), text.size()));
                    i++) {
                lines.add("%6d  %s  %s  %s"
                        .formatted(
                                i,
                                who(range) + " ".repeat(width - who(range).length()),
                                time,
                                VisibleText.escaped(text.get(i - 1), "\t")));
            }
        }
        return lines;
    }

    private List<LineRange> ranges(int first, int last) {
        return blame.ranges().stream()
                .filter(range -> range.last() >= first && range.first() <= last)
                .toList();
    }

    private String who(LineRange range) {
        String names = range.writers().stream()
                .filter(place -> place >= 0 && place < blame.writers().size())
                .map(place -> name(blame.writers().get(place)))
                .collect(Collectors.joining(" or "));
        String words = switch (range.origin()) {
            case PROJECT -> "project";
            case NOT_RECORDED -> names.isEmpty() ? "not recorded" : "not recorded, perhaps " + names;
            case PROCESS -> names + (range.certain() ? "" : " or another program");
        };
        return words.length() > WIDEST ? words.substring(0, WIDEST - 1) + "…" : words;
    }

    private static String name(LineWriter writer) {
        return VisibleText.line(writer.comm()) + " " + writer.pid();
    }

    /// The writers of these lines, each with its ancestors and their connections.
    List<String> writers(int first, int last) {
        Set<Integer> places = new TreeSet<>();
        ranges(first, last).forEach(range -> places.addAll(range.writers()));
        List<String> lines = new ArrayList<>();
        for (int place : places) {
            LineWriter writer = blame.writers().get(place);
            lines.add("");
            lines.add(name(writer));
            if (writer.ancestry().isEmpty()) {
                lines.add("  Belljar has no record of how this process was started.");
                continue;
            }
            writer.ancestry().forEach(process -> lines.add("  " + process(process)));
            lines.add(
                    writer.flows().isEmpty()
                            ? "  This program, its ancestors and the programs they started made no connections in the"
                                    + " 30 minutes before the write."
                            : "  Connections that this program, its ancestors and the programs they started made in the"
                                    + " 30 minutes before the write:");
            writer.flows().forEach(flow -> lines.add("    " + flow(flow)));
            if (!writer.flowsComplete()) {
                lines.add("    and more");
            }
            ProcessRow tests = writer.tests();
            if (tests != null) {
                lines.add("  The next test run %s:".formatted(outcome(tests)));
                lines.add("    " + process(tests));
            }
        }
        return lines;
    }

    private static String outcome(ProcessRow tests) {
        Integer code = tests.code();
        if (tests.ended() == null) {
            return "has not ended";
        } else if (code == null) {
            return "was terminated";
        }
        return code == 0 ? "passed" : "failed with exit code " + code;
    }

    private static String process(ProcessRow process) {
        String command = process.argv().isEmpty() ? "[" + process.comm() + "]" : String.join(" ", process.argv());
        String words = VisibleText.line(command);
        return "%s  %d  %s%s"
                .formatted(
                        TIME.format(Instant.ofEpochMilli(process.started())),
                        process.pid(),
                        words.length() > COMMAND ? words.substring(0, COMMAND) + "…" : words,
                        process.cwd() == null ? "" : "  in " + VisibleText.line(process.cwd()));
    }

    private static String flow(PriorFlow flow) {
        String bytes = flow.verdict() == Verdict.ALLOWED
                ? ", %s received, %s sent".formatted(ByteCount.words(flow.down()), ByteCount.words(flow.up()))
                : "";
        return "%s  %s  by %s %d, %s%s%s%s"
                .formatted(
                        TIME.format(Instant.ofEpochMilli(flow.at())),
                        VisibleText.line(flow.name()),
                        VisibleText.line(flow.process()),
                        flow.pid(),
                        flow.verdict().word(),
                        bytes,
                        flow.rule() == null ? "" : ", " + VisibleText.line(flow.rule()),
                        flow.approval() == null ? "" : ", approval " + flow.approval());
    }
}
