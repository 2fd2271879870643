package dev.belljar.client.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.belljar.client.AgentStarter;
import dev.belljar.client.console.CommandSession;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/// Tests the help of every command, and the manual pages that are generated from it.
class HelpTest {
    private static final int WIDEST = 99;
    private static final List<String> GROUPS =
            List.of("Sandboxes:", "Sync:", "Watch:", "Network:", "Snapshots:", "Access:", "Host:");

    /// All commands: to create their objects takes longer than to parse or to print with them.
    private static final CommandLine LINE = newLine();

    /// The names of all commands as they are typed, for example `policy set`; the main command's is empty.
    static Stream<String> commands() {
        List<String> all = new ArrayList<>();
        collect(line(new ByteArrayOutputStream()), all);
        assertThat(all).hasSizeGreaterThan(80).doesNotHaveDuplicates();
        return all.stream();
    }

    @Test
    void everyCommandIsInAGroup() {
        Set<String> reachable = new HashSet<>();
        classes(LINE, reachable);
        List<String> declared = new ClassFileImporter()
                        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                        .importPackages(HelpTest.class.getPackageName())
                        .stream()
                        .filter(type -> type.isAnnotatedWith(CommandLine.Command.class))
                        .map(JavaClass::getName)
                        .toList();
        assertThat(declared).hasSizeGreaterThan(60);
        assertThat(reachable).containsAll(declared);
    }

    private static void classes(CommandLine line, Set<String> all) {
        all.add(line.getCommandSpec().userObject().getClass().getName());
        line.getSubcommands().values().forEach(sub -> classes(sub, all));
    }

    private static void collect(CommandLine line, List<String> all) {
        if (!line.getCommandSpec().usageMessage().hidden()) {
            all.add(line.getCommandSpec()
                    .qualifiedName()
                    .substring("belljar".length())
                    .strip());
            line.getSubcommands().values().stream().distinct().forEach(sub -> collect(sub, all));
        }
    }

    @ParameterizedTest
    @MethodSource("commands")
    void theHelpOfEveryCommandHasExamplesAndFitsTheTerminal(String command) {
        String help = command.equals("help")
                ? ran("help", "help")
                : ran((command + " --help").strip().split(" "));
        assertThat(help.split("\nExamples:\n  ")).hasSize(2);
        assertThat(help).contains("belljar " + command);
        assertThat(help.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(WIDEST));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void theHelpCommandFindsEveryCommand(String command) {
        String[] words = ("help " + command).strip().split(" ");
        String help = ran(words);
        assertThat(help).contains("Usage: " + ("belljar " + command).strip());
        if (words.length == 3) {
            assertThat(ran(words[1], "help", words[2])).isEqualTo(help);
        }
    }

    @Test
    void theMainHelpListsEveryCommandOnceInItsGroup() {
        List<String> lines = ran("--help").lines().toList();
        assertThat(lines).containsSubsequence(GROUPS);
        List<String> listed = lines.stream()
                .skip(lines.indexOf(GROUPS.getFirst()))
                .takeWhile(line -> !line.startsWith("Exit codes"))
                .filter(line -> line.startsWith("  "))
                .map(line -> line.strip().split(" ")[0])
                .toList();
        assertThat(listed)
                .containsExactlyInAnyOrderElementsOf(commands()
                        .filter(name -> !name.isEmpty() && !name.contains(" "))
                        .toList());
    }

    @ParameterizedTest
    @ValueSource(strings = {"help polisy", "help policy sett", "policy help sett"})
    void anUnknownCommandIsNamed(String words) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        assertThat(line(out).execute(words.split(" "))).isEqualTo(CommandLine.ExitCode.USAGE);
        String wrong = words.substring(words.lastIndexOf(' ') + 1);
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("unknown command \"" + wrong + "\"");
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everyExampleInTheHelpCanBeParsed(String command) {
        List<String> help = ran(("help " + command).strip().split(" ")).lines().toList();
        List<String> examples = help.stream()
                .skip(help.indexOf("Examples:") + 1)
                .filter(line -> line.startsWith("  ") && !line.startsWith("   "))
                .map(String::strip)
                .toList();
        assertThat(examples).isNotEmpty();
        for (String example : examples) {
            for (String part : example.split(" \\| | [<>] |<\\(|\\)")) {
                if (part.startsWith("belljar ")) {
                    CommandLine line = line(new ByteArrayOutputStream());
                    List<String> quoted = words(part);
                    String[] words = quoted.subList(1, quoted.size()).toArray(String[]::new);
                    assertThat(line.parseArgs(Belljar.understood(line, words)).errors())
                            .isEmpty();
                }
            }
        }
    }

    @Test
    void everyCommandHasAManualPageWithoutAnErrorOfTroff(@TempDir Path folder) throws Exception {
        ran("man", "--all", folder.resolve("man1").toString());
        List<Path> pages;
        try (Stream<Path> files = Files.list(folder.resolve("man1"))) {
            pages = files.sorted().toList();
        }
        assertThat(pages.stream().map(page -> page.getFileName().toString()))
                .containsExactlyInAnyOrderElementsOf(commands()
                        .map(name -> ("belljar " + name).strip().replace(' ', '-') + ".1")
                        .toList());
        for (Path page : pages) {
            assertThat(Files.readString(page))
                    .as(page.toString())
                    .contains(".SH \"NAME\"", ".SH \"SYNOPSIS\"", ".SH \"DESCRIPTION\"")
                    .containsSubsequence(".SH \"OPTIONS\"", ".SH \"EXAMPLES\"\n.TP\n\\fB");
        }
        assertThat(warnings(pages)).isEmpty();
    }

    @Test
    void groffReportsAFaultyManualPage(@TempDir Path folder) throws Exception {
        Path page = Files.writeString(
                folder.resolve("x.1"), ".TH X 1\n.SH NAME\nx \\- y\n.nosuchrequest\n\\fQa\\fR \\[nosuchglyph]\n");
        assertThat(warnings(List.of(page))).contains("nosuchrequest", "nosuchglyph");
    }

    @Test
    void aManualPageShowsWhatTheHelpSays(@TempDir Path folder) throws Exception {
        Path page = Files.writeString(folder.resolve("page.1"), ran("man", "policy", "add"));
        String shown = output(List.of("groff", "-man", "-Tutf8", "-rLL=100n", "-P-cbou", page.toString()));
        assertThat(shown)
                .contains("belljar-policy-add - Add a rule that allows or denies destinations")
                .contains("belljar policy add shop allow *.npmjs.org:443")
                .contains("allow|deny [METHODS] NAME|*.NAME|ADDRESS|RANGE[:PORTS][/PATH]")
                .contains("--scope=SCOPE");
    }

    /// Returns groff's messages for the pages with every warning on; groff prints even a page with errors.
    private static String warnings(List<Path> pages) throws Exception {
        List<String> words = new ArrayList<>(List.of("groff", "-man", "-Tutf8", "-ww", "-z"));
        pages.forEach(page -> words.add(page.toString()));
        return output(words);
    }

    private static String output(List<String> words) throws Exception {
        Process groff = new ProcessBuilder(words).redirectErrorStream(true).start();
        String said = new String(groff.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(groff.waitFor()).as(said).isZero();
        return said;
    }

    /// A command that is created alone is the same as among all commands.
    @Test
    void aCommandAloneHasTheHelpThatItHasAmongAll() {
        CommandSession session = session();
        newLine().getSubcommands().forEach((name, among) -> {
            CommandLine alone = Objects.requireNonNull(
                    Belljar.lineFor(session, name).getSubcommands().get(name));
            assertThat(helps(alone)).as(name).isEqualTo(helps(among));
        });
        assertThat(Belljar.lineFor(session, "ls").getSubcommands()).containsOnlyKeys("list", "ls", "help");
        assertThat(Objects.requireNonNull(Belljar.lineFor(session, "exec")
                                .getSubcommands()
                                .get("exec"))
                        .getCommandSpec()
                        .parser()
                        .stopAtPositional())
                .isTrue();
        Set<String> all = newLine().getSubcommands().keySet();
        for (String word : List.of("help", "man", "completion", "lst", "--help")) {
            assertThat(Belljar.lineFor(session, word).getSubcommands().keySet())
                    .as(word)
                    .isEqualTo(all);
        }
        assertThat(Belljar.lineFor(session).getSubcommands().keySet()).isEqualTo(all);
    }

    private static List<String> helps(CommandLine command) {
        List<String> texts = new ArrayList<>(List.of(command.getUsageMessage()));
        command.getSubcommands().values().forEach(below -> texts.addAll(helps(below)));
        return texts;
    }

    private static String ran(String... words) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        assertThat(line(out).execute(words)).as(String.join(" ", words)).isZero();
        return out.toString(StandardCharsets.UTF_8);
    }

    /// The commands, printing to this stream from now on.
    private static CommandLine line(ByteArrayOutputStream out) {
        PrintWriter writer = new PrintWriter(out, true, StandardCharsets.UTF_8);
        LINE.setOut(writer);
        LINE.setErr(writer);
        return LINE;
    }

    private static CommandLine newLine() {
        return Belljar.line(session());
    }

    private static CommandSession session() {
        PrintStream nowhere = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
        return new CommandSession(new AgentStarter(Map.of()), nowhere, nowhere);
    }

    /// The words of a command line, of which some are in single quotes.
    private static List<String> words(String line) {
        return Pattern.compile("'([^']*)'|[^ ]+")
                .matcher(line)
                .results()
                .map(found -> found.group(1) == null ? found.group() : found.group(1))
                .toList();
    }
}
