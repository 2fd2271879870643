package dev.belljar.client.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.client.AgentException;
import dev.belljar.client.AgentStarter;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.policy.Approval;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.StorageTier;
import dev.belljar.contract.view.FileChange;
import dev.belljar.contract.view.FileContents;
import dev.belljar.contract.view.RouteRow;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/// Tests texts of the command line and its commands.
class WordsTest {
    @ParameterizedTest
    @CsvSource({
        "0,         0 s ago",
        "-5,        0 s ago",
        "59,        59 s ago",
        "60,        1 min ago",
        "3599,      59 min ago",
        "3600,      1 h ago",
        "172799,    47 h ago",
        "172800,    2 d ago",
        "31536000,  365 d ago",
    })
    void anAgeIsShownInItsLargestUnit(long seconds, String words) {
        assertThat(AgeText.words(1_000_000, 1_000_000 + seconds * 1_000)).isEqualTo(words);
    }

    @Test
    void onlyAStoppedSandboxHasATier() {
        assertThat(ListCommand.state(Saved.sandbox("a", "a", null, SandboxState.STOPPED, StorageTier.WARM)))
                .isEqualTo("stopped, warm");
        assertThat(ListCommand.state(Saved.sandbox("a", "a", null, SandboxState.STOPPED, null)))
                .isEqualTo("stopped");
        assertThat(ListCommand.state(Saved.sandbox("a", "a", null, SandboxState.STARTING, StorageTier.HOT)))
                .isEqualTo("starting");
    }

    @Test
    void stopReportsTheStateInTheWordsOfTheList() {
        assertThat(StopCommand.words(Saved.sandbox("a", "shop", null, SandboxState.STOPPED, StorageTier.HOT)))
                .isEqualTo("shop is stopped, hot");
        assertThat(StopCommand.words(Saved.sandbox("a", "shop", null, SandboxState.STOPPED, null)))
                .isEqualTo("shop is stopped");
    }

    @Test
    void aVerdictIsColouredOnlyOnATerminal() {
        assertThat(new TextColours(true).verdict("ok     Clock", "ok", "WRONG"))
                .isEqualTo("\033[32mok\033[0m     Clock");
        assertThat(new TextColours(true).verdict("WRONG  Clock", "ok", "WRONG"))
                .isEqualTo("\033[1;31mWRONG\033[0m  Clock");
        assertThat(new TextColours(true).verdict("       WHAT", "ok", "WRONG")).isEqualTo("       WHAT");
        assertThat(new TextColours(false).verdict("ok     Clock", "ok", "WRONG"))
                .isEqualTo("ok     Clock");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "snapshot",
                "snapshot rm",
                "restore",
                "branch",
                "branch shop --count many",
                "diff",
                "exec --timeout=-5 shop -- true",
                "exec --tty --json shop -- true",
                "tier shop lukewarm",
                "terminal shop --json",
                "identity",
                "snapshots a b",
                "restore before --count 2",
                "allow",
                "allow q1 --scope galaxy",
                "allow q1 --upload much",
                "deny q1 --upload 5",
                "policy set",
                "policy set shop wide",
                "policy add shop",
                "policy remove shop",
                "policy import shop",
                "secret bind NPM_TOKEN",
                "secret add NPM_TOKEN text",
                "net shop --limit 0",
                "audit show --limit 10001",
            })
    void wrongUsageIsReportedWithExitCodeTwo(String words) {
        Ran ran = run(words);
        assertThat(ran.exit()).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(ran.err()).contains("Usage: belljar " + words.split(" ")[0]);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "snapshot",
                "snapshot rm",
                "snapshots",
                "restore",
                "branch",
                "diff",
                "exec",
                "trash",
                "trash list",
                "identity",
                "approvals",
                "allow",
                "deny",
                "policy show",
                "policy set",
                "policy add",
                "policy remove",
                "policy import",
                "policy export",
                "policy test",
                "policy learn",
                "policy propose",
                "secret add",
                "secret list",
                "secret bind",
                "secret remove",
                "ssh-key add",
                "ssh-key list",
                "ssh-key revoke",
                "ssh-key show",
                "ssh-config",
                "audit show",
                "audit verify",
            })
    void everyCommandHasHelpAndAJsonOption(String words) {
        Ran ran = run(words + " --help");
        assertThat(ran.exit()).isZero();
        assertThat(ran.out()).startsWith("Usage: belljar " + words).contains("--json");
    }

    private record Ran(int exit, String out, String err) {}

    /// With --json a problem is one JSON object on standard error.
    @Test
    void aProblemIsJsonWithTheJsonOption() throws Exception {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        CommandSession session =
                new CommandSession(new AgentStarter(Map.of()), printer(new ByteArrayOutputStream()), printer(err));
        CommandLine line = Belljar.line(session);
        CommandLine list = Objects.requireNonNull(line.getSubcommands().get("list"));
        Problem problem = Problem.of(ProblemCode.BAD_REQUEST, "no", "a \"thing\"\nof two lines", "do this");
        line.parseArgs("list", "--json");
        assertThat(session.failed(new AgentException(problem, null), list)).isEqualTo(1);
        assertThat(err.toString(StandardCharsets.UTF_8).lines()).hasSize(1);
        assertThat(ContractJson.read(err.toString(StandardCharsets.UTF_8), Problem.class))
                .isEqualTo(problem);
        err.reset();
        line.parseArgs("list");
        assertThat(session.failed(new AgentException(problem, null), list)).isEqualTo(1);
        assertThat(err.toString(StandardCharsets.UTF_8)).startsWith("belljar: a \"thing\"\n");
    }

    @Test
    void theDetachKeyIsFoundInEveryEncoding() {
        assertThat(TerminalAttachment.leaving("\u001d")).isZero();
        assertThat(TerminalAttachment.leaving("ls\u001b[93;5u")).isEqualTo(2);
        assertThat(TerminalAttachment.leaving("ls\u001b[93u]")).isNegative();
    }

    @Test
    void aLongCellDoesNotShiftTheColumns() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new TextTable("NAME", "PORT", "PROCESS")
                .row("a".repeat(200) + ".evil.example", 443, "p".repeat(100))
                .row("a.org", 443, "curl")
                .print(printer(out));
        assertThat(out.toString(StandardCharsets.UTF_8).lines().skip(1))
                .satisfiesExactly(
                        row -> assertThat(row)
                                .startsWith("aaa")
                                .contains("…")
                                .contains(".evil.example  443")
                                .endsWith("ppp"),
                        row -> assertThat(row).hasSize(60 + 2 + 4 + 2 + 4));
    }

    @Test
    void aChangedPathIsNotShortened() {
        String path = "src/" + "deep/".repeat(40) + "File.java";
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ChangeColumns.of(List.of(new FileChange("M", path, null, 1, 0, false, "it could run")))
                .print(printer(out));
        assertThat(out.toString(StandardCharsets.UTF_8)).contains(path).doesNotContain("…");
    }

    @Test
    void aDiffShowsHiddenCharactersByTheirCodes() {
        String diff = LineDiff.unified(new FileContents("a.txt", "x\n", "x\u202Ey\u001b[2J\n", null));
        assertThat(diff).contains("+x\\u202Ey\\x1B[2J").doesNotContain("?");
    }

    @ParameterizedTest
    @CsvSource({
        "show shop,   belljar list",
        "processes,   belljar ps",
        "remove shop, belljar destroy",
        "network a,   belljar net",
        "info,        belljar list",
        "logs shop -f,belljar events"
    })
    void aCommandOfAnotherProgramGivesASuggestion(String words, String meant) {
        Ran ran = run(words);
        assertThat(ran.exit()).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(ran.err()).contains("`" + meant + "`").hasLineCount(2);
        assertThat(ran.out()).isEmpty();
    }

    @Test
    void everySuggestedCommandExists() {
        PrintStream nowhere = printer(new ByteArrayOutputStream());
        Set<String> own = Belljar.line(new CommandSession(new AgentStarter(Map.of()), nowhere, nowhere))
                .getSubcommands()
                .keySet();
        assertThat(SuggestedCommands.MEANT.values())
                .allSatisfy(meant -> assertThat(own).contains(meant.split(" ")[0]));
        assertThat(SuggestedCommands.MEANT.keySet()).doesNotContainAnyElementsOf(own);
    }

    @Test
    void guestServicesAreDistinguishedFromPages() {
        String url = "https://22-shop.sandbox.localhost/";
        RouteRow ssh = new RouteRow(22, "sshd", url, false, "ssh");
        RouteRow page = new RouteRow(3000, "node", url, true, null);
        assertThat(RoutesCommand.program(ssh)).isEqualTo("sshd (guest service)");
        assertThat(RoutesCommand.address(ssh)).doesNotContain("https").contains("ssh-config");
        RouteRow terminal = new RouteRow(8082, "zellij", url, false, "terminal");
        assertThat(RoutesCommand.program(terminal)).isEqualTo("zellij (Belljar's terminal)");
        assertThat(RoutesCommand.address(terminal)).isEqualTo(url);
        assertThat(RoutesCommand.program(page) + " " + RoutesCommand.address(page))
                .isEqualTo("node " + url);
    }

    @Test
    void allowingANameWarnsThatItsAddressIsNotKnownYet() {
        Approval inside = new Approval(
                "q", "s", "shop", 0, 0, "dns", "db.lan", "10.0.0.5", 0, null, 1, null, "a private address");
        assertThat(ApprovalsCommand.wants(inside)).isEqualTo("resolve db.lan to 10.0.0.5, a private address");
        assertThat(AnswerCommand.leading("db.lan"))
                .contains("db.lan", "a private address, you will be asked", "stay blocked");
    }

    private static Ran run(String words) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        CommandLine line = Belljar.line(new CommandSession(new AgentStarter(Map.of()), printer(out), printer(err)));
        line.setOut(new java.io.PrintWriter(out, true, StandardCharsets.UTF_8));
        line.setErr(new java.io.PrintWriter(err, true, StandardCharsets.UTF_8));
        int exit = line.execute(words.split(" "));
        return new Ran(exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    private static PrintStream printer(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }
}
