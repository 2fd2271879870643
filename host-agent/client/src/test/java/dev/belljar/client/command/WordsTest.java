package dev.belljar.client.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.client.AgentException;
import dev.belljar.client.AgentStarter;
import dev.belljar.client.console.CommandSession;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
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
    @ValueSource(
            strings = {
                "snapshot",
                "snapshot rm",
                "snapshot keep",
                "image import",
                "image remove",
                "environment setup",
                "environment log",
                "snapshot automatic --mode maybe",
                "snapshot automatic --mode default --keep 3",
                "restore",
                "branch",
                "branch shop --count many",
                "diff",
                "sync",
                "blame shop",
                "blame shop a.c --lines 4,2",
                "audit verify --project /tmp",
                "exec --timeout=-5 shop -- true",
                "exec --tty --json shop -- true",
                "tier shop lukewarm",
                "set shop --memory much",
                "set shop --reset colour",
                "sync shop --mode always",
                "sync shop --mode auto-idle --idle 0",
                "sync shop --project",
                "sync shop --mode default --idle 5",
                "sync shop --apply maybe",
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
                "review",
                "review shop --interactive --json",
                "sync shop --onto moon",
                "sync shop --onto patch --branch b",
                "sync shop --history squash --onto worktree",
                "sync shop --accept some",
                "sync shop --accept safe --dry-run",
                "sync shop --artifacts dist --dry-run",
                "sync shop --artifacts dist --onto patch",
                "timeline",
                "status",
                "timeline shop --from soon",
                "push",
                "push shop --merge --rebase",
                "get shop",
                "get shop dist --max-size much",
                "put shop",
                "cp a b",
                "cp shop:a",
                "environment accept --json",
                "environment show . --sandbox shop",
                "run --rm",
                "run claude --json",
                "agents",
                "agents show",
                "jail run",
                "jail kill",
                "jail policy import",
                "jail policy test",
            })
    void wrongUsageIsReportedWithExitCodeTwo(String words) {
        Ran ran = run(words);
        assertThat(ran.exit()).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(ran.err())
                .hasLineCount(2)
                .contains("See `belljar " + words.split(" ")[0])
                .doesNotContain("Usage:");
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "stop,                           `belljar stop: SANDBOX is missing`",
                "policy test shop --as,          `belljar policy test: unknown option \"--as\"`",
                "branch s1 --count many,         `belljar branch: --count \"many\": expected a whole number`",
                "allow q1 --scope,               `belljar allow: --scope: SCOPE is missing`",
                "allow q1 --scope galaxy,        `belljar allow: --scope \"galaxy\": expected one of \"once\"`",
                "allow q1 --scope user --scope once, `belljar allow: --scope is given more than once`",
                "ps shop --tree=yes,             `belljar ps: --tree takes no value`",
                "exec -e A shop -- true,         `belljar exec: --env \"A\": expected NAME=VALUE`",
                "stop a b,                       `belljar stop: unexpected argument \"b\"`",
                "stop shop --hibernat,           `belljar stop: unknown option \"--hibernat\". Did you mean \"--hibernate\"?`",
                "sync --artifacts shop,          `belljar sync: SANDBOX is missing. --artifacts took \"shop\" as its GLOB: write SANDBOX before --artifacts`",
                "sync --undo shop,               `belljar sync: SANDBOX is missing. --undo took \"shop\" as its ID`",
                "sync shop --artifacts a b,      `belljar sync: unexpected argument \"b\". Write --artifacts before each GLOB`",
                "download shop dist,             `belljar: unknown command \"download\". Did you mean `",
                "stpo shop,                      `belljar: unknown command \"stpo\". Did you mean \"stop\"?`",
                "policy sett shop,               `belljar policy: unknown command \"sett\". Did you mean \"set\"?`",
                "policy,                         `belljar policy: expected one of the commands add, export`",
                "storage set --quota much,       `belljar storage set: --quota \"much\": expected a size`",
                "retention set --idle soon,      `belljar retention set: --idle \"soon\": expected a time span`"
            })
    void wrongUsageIsDescribedInPlainWords(String words, String message) {
        Ran ran = run(words);
        assertThat(ran.exit()).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(ran.err()).startsWith(message).hasLineCount(2);
        assertThat(ran.err()).doesNotContain("java.", "Exception", "picocli", "Unmatched", "positional", " int");
    }

    @Test
    void controlCharactersInArgumentsAreNotRepeated() {
        Ran ran = run("stop shop \033[31m\nred");
        assertThat(ran.err()).startsWith("belljar stop: unexpected argument \"?[31m?red\"\n");
    }

    @Test
    void anEmptyFolderIsNotTheCurrentOne() {
        Ran ran = run("create  --plain"); // the word between the blanks is empty
        assertThat(ran.exit()).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(ran.err()).contains("The folder is empty");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "snapshot",
                "snapshot rm",
                "snapshot keep",
                "image import",
                "image list",
                "image remove",
                "environment setup",
                "environment log",
                "snapshot automatic",
                "snapshots",
                "restore",
                "branch",
                "diff",
                "review",
                "sync",
                "blame",
                "exec",
                "set",
                "trash",
                "trash list",
                "trash show",
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
                "status",
                "timeline",
                "push",
                "get",
                "put",
                "cp",
                "environment",
                "environment show",
                "environment accept",
                "environment reject",
                "init",
                "run",
                "agents list",
                "agents show",
                "jail run",
                "jail ps",
                "jail kill",
                "jail policy show",
                "jail policy export",
                "jail policy import",
                "jail policy test",
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
        assertThat(UsageErrors.MEANT.values())
                .allSatisfy(meant -> assertThat(own).contains(meant.split(" ")[0]));
        assertThat(UsageErrors.MEANT.keySet()).doesNotContainAnyElementsOf(own);
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
