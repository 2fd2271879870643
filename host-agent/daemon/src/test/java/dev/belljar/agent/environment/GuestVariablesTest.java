package dev.belljar.agent.environment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.host.Command;
import dev.belljar.contract.environment.Environment;
import dev.belljar.contract.environment.Environment.EnvironmentLimits;
import dev.belljar.contract.environment.Environment.EnvironmentVariable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests the script that sets a project's variables with the shell of this computer, in a folder.
class GuestVariablesTest {
    private static final Map<String, String> DIFFICULT = new LinkedHashMap<>();

    static {
        DIFFICULT.put("PLAIN", "test");
        DIFFICULT.put("QUOTED", "it's \"$HOME\" `id` $(id) \\n !");
        DIFFICULT.put("UMLAUT", "größe ● \u0101\u0141");
        DIFFICULT.put("COMMENT", "a # b");
        DIFFICULT.put("BLANK", " a ");
        DIFFICULT.put("EMPTY", "");
        DIFFICULT.put("PATH_LIKE", "/a:/b\\");
    }

    @TempDir
    private Path root;

    private Path shells;
    private Path others;

    @BeforeEach
    void prepare() throws Exception {
        shells = root.resolve("etc/profile.d/belljar-environment.sh");
        others = Files.createDirectories(root.resolve("etc")).resolve("environment");
    }

    private void run(Map<String, String> variables) throws Exception {
        GuestVariables.VariableSetup setup = GuestVariables.setup(variables);
        String script = Objects.requireNonNull(setup.command().env().get("BELLJAR_SCRIPT"))
                .replace("/etc/", root + "/etc/")
                .replace("/run/", root + "/run/");
        Command.Output output =
                Command.of("sh", "-c", script).input(setup.input()).run();
        assertThat(output.errorText()).isEmpty();
        assertThat(output.exit()).isZero();
    }

    private String inShell(String shell, String name) throws Exception {
        return new String(
                Command.of(shell, "-c", ". \"$1\" && printf %s \"$" + name + "\"", shell, shells.toString())
                        .run()
                        .out(),
                StandardCharsets.UTF_8);
    }

    @Test
    void aShellReadsEveryValueAsItWasAccepted() throws Exception {
        run(DIFFICULT);
        for (String shell : List.of("sh", "bash")) {
            for (Map.Entry<String, String> each : DIFFICULT.entrySet()) {
                assertThat(inShell(shell, each.getKey()))
                        .as("%s in %s", each.getKey(), shell)
                        .isEqualTo(each.getValue());
            }
        }
    }

    /// What Belljar or the user of the sandbox wrote there comes later and therefore takes precedence.
    @Test
    void theOtherLinesOfTheFileForSshStayBehindThem() throws Exception {
        Files.writeString(others, "LANG=C\n# belljar begin\nTOKEN=placeholder\n# belljar end\n");
        run(DIFFICULT);
        run(Map.of("PLAIN", "changed"));
        assertThat(Files.readAllLines(others))
                .containsExactly(
                        "# belljar environment begin",
                        "PLAIN=changed",
                        "# belljar environment end",
                        "LANG=C",
                        "# belljar begin",
                        "TOKEN=placeholder",
                        "# belljar end");
    }

    @Test
    void valuesThatPamWouldReadDifferentlyAreNotInTheFileForSsh() throws Exception {
        run(DIFFICULT);
        assertThat(Files.readAllLines(others))
                .containsExactly(
                        "# belljar environment begin",
                        "PLAIN=test",
                        "QUOTED=it's \"$HOME\" `id` $(id) \\n !",
                        "UMLAUT=größe ● \u0101\u0141",
                        "# belljar environment end");
        run(Map.of("LONG", "x".repeat(2_000)));
        assertThat(Files.readString(others)).doesNotContain("LONG");
    }

    @Test
    void variablesThatAreNoLongerAcceptedAreRemoved() throws Exception {
        Files.writeString(others, "LANG=C\n");
        run(DIFFICULT);
        run(Map.of());
        assertThat(shells).doesNotExist();
        assertThat(others).hasContent("LANG=C\n");
        assertThat(root.resolve("run/belljar")).isEmptyDirectory();
    }

    @Test
    void aGuestWithoutVariablesGetsNoFiles() throws Exception {
        run(Map.of());
        assertThat(shells).doesNotExist();
        assertThat(others).doesNotExist();
    }

    private static Environment with(List<EnvironmentVariable> variables) {
        return new Environment(
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                EnvironmentLimits.DEFAULT,
                List.of(),
                List.of(),
                variables);
    }

    @Test
    void whatAnEnvironmentMayNotHaveIsLeftOut() {
        assertThat(GuestVariables.of(with(List.of(
                        new EnvironmentVariable("NODE_ENV", "test"),
                        new EnvironmentVariable("BELLJAR_SCRIPT", "id"),
                        new EnvironmentVariable("UID", "0"),
                        new EnvironmentVariable("A;id", "b"),
                        new EnvironmentVariable("LINES", "a\nb")))))
                .containsExactly(Map.entry("NODE_ENV", "test"));
    }

    @Test
    void variablesThatAreTooLargeInAllAreLeftOut() {
        List<EnvironmentVariable> large = IntStream.range(0, 5)
                .mapToObj(number -> new EnvironmentVariable("V" + number, "x".repeat(4_000)))
                .toList();
        assertThat(GuestVariables.of(with(large))).isEmpty();
        assertThat(GuestVariables.of(with(large.subList(0, 4)))).hasSize(4);
    }
}
