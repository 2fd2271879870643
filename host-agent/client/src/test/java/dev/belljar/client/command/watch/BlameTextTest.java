package dev.belljar.client.command.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.view.process.ProcessRow;
import dev.belljar.contract.view.provenance.FileBlame;
import dev.belljar.contract.view.provenance.LineRange;
import dev.belljar.contract.view.provenance.LineRange.LineOrigin;
import dev.belljar.contract.view.provenance.LineWriter;
import dev.belljar.contract.view.provenance.PriorFlow;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Tests the lines of `belljar blame`.
class BlameTextTest {
    private static final long AT = 1_800_000_000_000L;

    private static ProcessRow process(int pid, String comm, String... argv) {
        return new ProcessRow(
                pid, 1, pid, 1, 1000, comm, null, List.of(argv), "/workspace", AT, null, null, null, null, null);
    }

    private static FileBlame blame() {
        LineWriter agent = new LineWriter(
                10,
                100,
                "agent",
                List.of(process(5, "bash", "bash"), process(10, "agent", "agent", "--yes\u001b[2J")),
                List.of(new PriorFlow(
                        "evil\u202e.org",
                        11,
                        "curl",
                        AT,
                        2,
                        1_000,
                        5_000_000,
                        Verdict.ALLOWED,
                        "allow evil.org",
                        "q3")),
                false);
        LineWriter prettier = new LineWriter(20, 200, "prettier", List.of(), List.of(), true);
        return new FileBlame(
                "a.js",
                "one\ntwo\nthree\u001b]0;x\u0007\nfour\nfive\n",
                List.of(
                        new LineRange(1, 1, LineOrigin.PROJECT, null, List.of(), true),
                        new LineRange(2, 2, LineOrigin.PROCESS, AT, List.of(0), true),
                        new LineRange(3, 3, LineOrigin.PROCESS, AT, List.of(0, 1), false),
                        new LineRange(4, 5, LineOrigin.NOT_RECORDED, null, List.of(), false)),
                List.of(agent, prettier),
                true,
                List.of());
    }

    @Test
    void eachLineHasItsWriter() {
        List<String> lines = new BlameText(blame()).lines(1, Integer.MAX_VALUE);
        assertThat(lines).hasSize(5);
        assertThat(lines.get(0)).startsWith("     1  project ").endsWith("  one");
        assertThat(lines.get(1))
                .startsWith("     2  agent 10 ")
                .endsWith("  two")
                .contains("2027-01-1");
        assertThat(lines.get(2)).contains("agent 10 or prettier 20 or another program");
        assertThat(lines.get(3)).contains("not recorded").endsWith("  four");
        assertThat(lines).allSatisfy(line -> assertThat(line).doesNotContain("\u001b", "\u0007"));
        assertThat(lines.get(2)).endsWith("three\\x1B]0;x\\x07");
    }

    @Test
    void onlyTheRequestedLinesAreShown() {
        assertThat(new BlameText(blame()).lines(2, 4)).hasSize(3);
        assertThat(new BlameText(blame()).lines(5, 5))
                .singleElement()
                .asString()
                .endsWith("five");
        assertThat(new BlameText(blame()).lines(9, 12)).isEmpty();
    }

    @Test
    void theNextTestRunIsNamedWithItsResult() {
        ProcessRow failed = new ProcessRow(
                30, 1, 30, 1, 1000, "pytest", null, List.of("pytest", "-q"), null, AT, AT + 1, 1, null, null, null);
        assertThat(tests(failed))
                .contains("  The next test run failed with exit code 1:")
                .last()
                .asString()
                .endsWith("pytest -q");
        assertThat(tests(process(30, "pytest", "pytest"))).contains("  The next test run has not ended:");
    }

    private static List<String> tests(ProcessRow run) {
        LineWriter agent =
                new LineWriter(10, 100, "agent", List.of(process(10, "agent", "agent")), List.of(), true, run);
        LineRange range = new LineRange(1, 1, LineOrigin.PROCESS, AT, List.of(0), true);
        return new BlameText(new FileBlame("a.js", "x\n", List.of(range), List.of(agent), true, List.of()))
                .writers(1, 1);
    }

    @Test
    void writersHaveAncestorsAndConnections() {
        List<String> lines = new BlameText(blame()).writers(3, 3);
        assertThat(lines)
                .anyMatch(line -> line.equals("agent 10"))
                .anyMatch(line -> line.endsWith("5  bash  in /workspace"))
                .anyMatch(line -> line.contains("agent --yes?[2J"))
                .anyMatch(line -> line.contains(
                        "evil?.org  by curl 11, allowed, 5.0 MB received, 1.0 kB sent, allow evil.org, approval q3"))
                .anyMatch(line -> line.equals("    and more"))
                .anyMatch(line -> line.equals("  Belljar has no record of how this process was started."));
        assertThat(new BlameText(blame()).writers(1, 1)).isEmpty();
    }
}
