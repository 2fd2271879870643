package dev.belljar.agent.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.image.ImageNames;
import dev.belljar.contract.environment.Environment;
import dev.belljar.contract.environment.Environment.EnvironmentFile;
import dev.belljar.contract.environment.Environment.EnvironmentLimits;
import dev.belljar.contract.environment.Environment.EnvironmentPackage;
import dev.belljar.contract.environment.Environment.EnvironmentVariable;
import dev.belljar.contract.environment.Environment.ProfileVersion;
import dev.belljar.contract.environment.EnvironmentItem;
import dev.belljar.contract.environment.EnvironmentProfile;
import dev.belljar.contract.environment.EnvironmentSection;
import dev.belljar.contract.environment.PackageManager;
import dev.belljar.contract.text.VisibleText;
import dev.belljar.testing.property.ForAll;
import dev.belljar.testing.property.Generator;
import dev.belljar.testing.property.Generators;
import dev.belljar.testing.property.Property;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests that `.belljar/machine.toml` is read as an environment, and that everything else is refused with its
/// line.
class EnvironmentTomlTest {
    private static final String WHOLE = """
            # a comment
            profiles = ["node@22", "git"]
            setup = [
                "npm ci",
                "node tools/setup.js && npx playwright install 'chromium'",
            ]
            ports = [6006, 3000]

            [packages]
            apt = ["libpng-dev", "g++", "curl=7.88.1-10+deb12u8"]
            npm = ["vitest@3.2.4", "@scope/tool"]
            pip = ["ruff==0.6.9"]
            cargo = ["just@1.36.0"]

            [network]
            setup = ["CDN.playwright.dev"]
            always = ["api.example.com", "*.example.org"]

            [limits]
            memory = "12G"
            cpus = 4
            disk = "16 GiB"

            [env]
            NODE_ENV = "test"

            [[files]]
            from = ".env"

            [[files]]
            from = "~/.npmrc"
            to = "config/npmrc"
            """;

    @Test
    void everyKeyIsRead() throws Exception {
        assertThat(EnvironmentToml.read(WHOLE))
                .isEqualTo(new Environment(
                        List.of(EnvironmentProfile.NODE, EnvironmentProfile.GIT),
                        List.of(
                                new EnvironmentPackage(PackageManager.APT, "libpng-dev", null),
                                new EnvironmentPackage(PackageManager.APT, "g++", null),
                                new EnvironmentPackage(PackageManager.APT, "curl", "7.88.1-10+deb12u8"),
                                new EnvironmentPackage(PackageManager.NPM, "vitest", "3.2.4"),
                                new EnvironmentPackage(PackageManager.NPM, "@scope/tool", null),
                                new EnvironmentPackage(PackageManager.PIP, "ruff", "0.6.9"),
                                new EnvironmentPackage(PackageManager.CARGO, "just", "1.36.0")),
                        List.of("npm ci", "node tools/setup.js && npx playwright install 'chromium'"),
                        List.of("cdn.playwright.dev"),
                        List.of("api.example.com", "*.example.org"),
                        List.of(6006, 3000),
                        new EnvironmentLimits(12 << 10, 4, 16 << 10),
                        List.of(new EnvironmentFile(".env", ".env"), new EnvironmentFile("~/.npmrc", "config/npmrc")),
                        List.of(new ProfileVersion(EnvironmentProfile.NODE, "22")),
                        List.of(new EnvironmentVariable("NODE_ENV", "test"))));
    }

    @Test
    void anEmptyFileProposesNothing() throws Exception {
        assertThat(EnvironmentToml.read("# nothing yet\n")).isEqualTo(Environment.EMPTY);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "profile = ['git']            | line 1: unknown key profile: expected one of agent, env, files, image, limits, network, packages, ports, profiles, setup. Did you mean \"profiles\"?",
                "x = 1                        | line 1: unknown key x: expected one of agent, env,",
                "[packages]\\nnmp = ['a']    | line 2: unknown key packages.nmp: expected one of apt, cargo, npm, pip. Did you mean \"npm\"?",
                "[network]\\nalway = ['a.b'] | line 2: unknown key network.alway: expected one of always, setup. Did you mean \"always\"?",
                "[limits]\\nram = '1G'       | line 2: unknown key limits.ram: expected one of cpus, disk, memory",
                "[[files]]\\nfrm = 'a'       | line 2: unknown key files.frm: expected one of from, to. Did you mean \"from\"?",
                "profiles = 'git'             | line 1: profiles: expected a list of texts in quotes",
                "profiles = [\\n'git',\\n7]  | line 3: profiles: expected each element to be text in quotes",
                "profiles = ['nod']           | line 1: profiles: \"nod\": expected one of base, build, docker,"
                        + " git, node, python, the last two optionally with a version, such as \"node@22\". Did you"
                        + " mean \"node\"?",
                "profiles = ['git@2']         | line 1: profiles: \"git@2\": expected one of",
                "profiles = ['node@latest']   | line 1: profiles: \"node@latest\": expected one of",
                "profiles = ['node', 'node@2']| line 1: profiles: expected each profile once",
                "setup = ['']                 | line 1: setup: \"\": expected a command on one line",
                "setup = [\"a\\\\nb\"]          | line 1: setup: \"a?b\": expected a command on one line",
                "setup = [\"a\\u202Eb\"]      | line 1: setup: \"a?b\": expected a command on one line",
                "setup = [\"\\u001B[2J\"]     | line 1: setup: \"?[2J\": expected a command on one line",
                "setup = 'npm ci'             | line 1: setup: expected a list of texts in quotes",
                "ports = [0]                  | line 1: ports: expected each element to be a whole number from 1 to 65535, without quotes",
                "ports = [65536]              | line 1: ports: expected each element",
                "ports = [-1]                 | line 1: ports: expected each element",
                "ports = ['80']               | line 1: ports: expected each element",
                "ports = [80.5]               | line 1: ports: expected each element",
                "ports = [99999999999999999999]| line 1: ports: expected each element",
                "ports = [80, 80]             | line 1: ports: \"80\" is listed twice",
                "packages = ['a']             | line 1: packages: expected a table, as [packages]",
                "[packages]\\napt = ['a; rm'] | line 2: packages.apt: \"a; rm\": expected a package such as",
                "[packages]\\napt = ['$(id)'] | line 2: packages.apt: \"$(id)\": expected a package",
                "[packages]\\napt = ['-o=x']  | line 2: packages.apt: \"-o=x\": expected a package",
                "[packages]\\napt = ['libc6-']| line 2: packages.apt: \"libc6-\": expected a package",
                "[packages]\\napt = ['./a.deb']| line 2: packages.apt: \"./a.deb\": expected a package",
                "[packages]\\napt = ['a/sid'] | line 2: packages.apt: \"a/sid\": expected a package",
                "[packages]\\napt = ['ab', 'ab=1'] | line 2: packages.apt: expected each package only once, but"
                        + " found ab twice",
                "[packages]\\nnpm = ['a@https://evil.example/a.tgz'] | line 2: packages.npm: \"a@https://evil.example/a.tgz\": expected a package",
                "[packages]\\nnpm = ['a@npm:b'] | line 2: packages.npm: \"a@npm:b\": expected a package",
                "[packages]\\nnpm = ['git+ssh://x/y'] | line 2: packages.npm: \"git+ssh://x/y\": expected a package",
                "[packages]\\nnpm = ['../up']  | line 2: packages.npm: \"../up\": expected a package",
                "[packages]\\npip = ['--index-url=http://e'] | line 2: packages.pip: \"--index-url=http://e\": expected a package",
                "[packages]\\npip = ['a @ http://e/x.whl'] | line 2: packages.pip: \"a @ http://e/x.whl\": expected a package",
                "[packages]\\ncargo = ['a b']  | line 2: packages.cargo: \"a b\": expected a crate",
                "[network]\\nsetup = ['*']     | line 2: network.setup: \"*\": expected a host name such as",
                "[network]\\nsetup = ['*.com'] | line 2: network.setup: \"*.com\": expected a host name",
                "[network]\\nalways = ['10.0.0.1'] | line 2: network.always: \"10.0.0.1\": expected a host name",
                "[network]\\nalways = ['a.b:80'] | line 2: network.always: \"a.b:80\": expected a host name",
                "[network]\\nalways = ['http://a.b'] | line 2: network.always: \"http://a.b\": expected a host name",
                "[limits]\\nmemory = 12        | line 2: limits.memory: expected text in quotes",
                "[limits]\\nmemory = '12'      | line 2: limits.memory: \"12\": expected a size such as \"12G\", at least 256 MiB",
                "[limits]\\nmemory = '1M'      | line 2: limits.memory: \"1M\": expected a size",
                "[limits]\\nmemory = '999999T' | line 2: limits.memory: \"999999T\": expected a size",
                "[limits]\\ndisk = 'none'      | line 2: limits.disk: \"none\": expected a size such as \"12G\", at least 1 GiB",
                "[limits]\\ncpus = '4'         | line 2: limits.cpus: expected a whole number from 1 to 256, without quotes",
                "[limits]\\ncpus = 0           | line 2: limits.cpus: expected a whole number",
                "[env]\\n'A B' = 'c'           | line 2: env.A B: expected the name of a variable",
                "[env]\\nBELLJAR_PORT = '1'    | line 2: env.BELLJAR_PORT: expected the name of a variable, such as NODE_ENV, that does not begin with BELLJAR_",
                "[env]\\nUID = '1'             | line 2: env.UID: expected another name than those of the shell's own variables",
                "[env]\\nA = 1                 | line 2: env.A: expected text in quotes",
                "[env]\\nA = \"x\\\\ny\"          | line 2: env.A: \"x?y\": expected text on one line",
                "files = ['.env']             | line 1: files: expected [[files]] tables",
                "[[files]]\\nto = 'a'          | line 1: files: expected from",
                "[[files]]\\nfrom = '/etc/passwd' | line 2: files.from: \"/etc/passwd\": expected a path such as \".env\" in the project",
                "[[files]]\\nfrom = '../up'    | line 2: files.from: \"../up\": expected a path",
                "[[files]]\\nfrom = 'a/../../up' | line 2: files.from: \"a/../../up\": expected a path",
                "[[files]]\\nfrom = '~/../x'   | line 2: files.from: \"~/../x\": expected a path",
                "[[files]]\\nfrom = '~//etc/x' | line 2: files.from: \"~//etc/x\": expected a path",
                "[[files]]\\nfrom = '~root/x'  | line 2: files.from: \"~root/x\": expected a path",
                "[[files]]\\nfrom = '~'        | line 2: files.from: \"~\": expected a path",
                "[[files]]\\nfrom = 'a/'       | line 2: files.from: \"a/\": expected a path",
                "[[files]]\\nfrom = '-rf'      | line 2: files.from: \"-rf\": expected a path",
                "[[files]]\\nfrom = '.git/config' | line 2: files.from: \".git/config\": expected a file outside .git",
                "[[files]]\\nfrom = '~/.ssh/id_ed25519' | line 2: files.from: \"~/.ssh/id_ed25519\": expected a file that is not in a folder for keys",
                "[[files]]\\nfrom = '~/.SSH/id' | line 2: files.from: \"~/.SSH/id\": expected a file that is not in a folder for keys",
                "[[files]]\\nfrom = '~/.gnupg/x' | line 2: files.from: \"~/.gnupg/x\": expected a file that is not",
                "[[files]]\\nfrom = '~/.local/share/belljar/secrets.json' | line 2: files.from: \"~/.local/share/belljar/secrets.json\": expected a file that is not",
                "[[files]]\\nfrom = 'a'\\nto = '/etc/a' | line 3: files.to: \"/etc/a\": expected a path",
                "[[files]]\\nfrom = 'a'\\nto = 'x/.git/hooks/a' | line 3: files.to: \"x/.git/hooks/a\": expected a file outside .git",
                "[[files]]\\nfrom = 'a'\\n[[files]]\\nfrom = 'b'\\nto = 'a' | line 3: files: \"b\" or \"a\" is listed twice",
                "setup = ['a'                 | line 1",
                "= 3                          | line 1",
                "setup = 'a'\\nsetup = 'b'     | line 2",
            })
    void everythingElseIsRefusedWithItsLine(String toml, String message) {
        String text = toml.replace("\\n", "\n").replace("\\\n", "\\n").strip();
        assertThatThrownBy(() -> EnvironmentToml.read(text))
                .isInstanceOf(EnvironmentException.class)
                .hasMessageStartingWith(message)
                .hasNoCause();
    }

    @Test
    void longListsAndTextsAreRefused() {
        String many = IntStream.range(0, EnvironmentToml.MOST_PACKAGES + 1)
                .mapToObj(i -> "'p" + i + "'")
                .collect(Collectors.joining(", "));
        assertThatThrownBy(() -> EnvironmentToml.read("[packages]\napt = [" + many + "]"))
                .hasMessage("line 2: packages.apt: expected at most 200 elements, found 201");
        String variables = IntStream.range(0, 5)
                .mapToObj(i -> "V" + i + " = '" + "a".repeat(4_000) + "'\n")
                .collect(Collectors.joining());
        assertThatThrownBy(() -> EnvironmentToml.read("[env]\n" + variables))
                .hasMessage("line 1: env: expected names and values of at most 16 KiB in total");
        assertThatThrownBy(() -> EnvironmentToml.read("setup = ['" + "a".repeat(5_000) + "']"))
                .hasMessageStartingWith("line 1: setup: \"" + "a".repeat(60) + "…\": expected a command");
        assertThatThrownBy(() -> EnvironmentToml.read("[packages]\napt = ['" + "a".repeat(200) + "']"))
                .hasMessageContaining("expected a package");
        assertThatThrownBy(() -> EnvironmentToml.read("a".repeat(40_000) + " = 1"))
                .hasMessageStartingWith("line 1: unknown key aaa");
        assertThatThrownBy(() -> EnvironmentToml.read("setup = " + "[".repeat(10_000)))
                .isInstanceOf(EnvironmentException.class);
    }

    /// Lines that are valid, nearly valid or neither, in any order.
    static Generator<String> documents() {
        Generator<String> values = Generators.oneOf(
                Generators.of(
                        "'git'",
                        "'node@22'",
                        "'a'",
                        "6006",
                        "'*.a.b'",
                        "'~/.npmrc'",
                        "'../x'",
                        "'2G'",
                        "[1, 2]",
                        "true"),
                choices -> "'" + Generators.strings(0, 20).next(choices).replace("'", "") + "'",
                choices -> "["
                        + String.join(
                                ", ",
                                choices.list(
                                        0,
                                        3,
                                        c -> Generators.of("'git'", "'a b'", "80", "'a.b'", "''")
                                                .next(c)))
                        + "]");
        Generator<String> keys = Generators.of(
                "profiles",
                "setup",
                "ports",
                "apt",
                "npm",
                "always",
                "memory",
                "cpus",
                "from",
                "to",
                "A",
                "'x y'",
                "packages.pip");
        Generator<String> lines = Generators.oneOf(
                choices -> keys.next(choices) + " = " + values.next(choices),
                Generators.of(
                        "[packages]", "[network]", "[limits]", "[env]", "[[files]]", "[files]", "[[setup]]", "# c"),
                Generators.strings(0, 40));
        return choices -> String.join("\n", choices.list(0, 12, lines::next));
    }

    /// A valid document in which some characters are replaced.
    static Generator<String> mutations() {
        return choices -> {
            int from = (int) choices.upTo(WHOLE.length());
            int to = from + (int) choices.upTo(Math.min(20, WHOLE.length() - from));
            return WHOLE.substring(0, from) + Generators.strings(0, 6).next(choices) + WHOLE.substring(to);
        };
    }

    @Property(tries = 3_000)
    void aChangedDocumentIsRefusedOrReadAsAnEnvironmentThatIsSafe(@ForAll("mutations") String toml) {
        anyTextIsRefusedOrReadAsAnEnvironmentThatIsSafe(toml);
    }

    @Property(tries = 3_000)
    void anyTextIsRefusedOrReadAsAnEnvironmentThatIsSafe(@ForAll("documents") String toml) {
        try {
            for (EnvironmentItem item : EnvironmentItems.of(EnvironmentToml.read(toml), _ -> null, ImageNames.NONE)) {
                assertThat(VisibleText.line(item.words())).isEqualTo(item.words());
                assertThat(item.words().strip()).isNotEmpty();
                if (item.section() != EnvironmentSection.RUNS && item.section() != EnvironmentSection.SETS) {
                    assertThat(item.words())
                            .doesNotStartWith("-")
                            .doesNotStartWith("../")
                            .doesNotContain("/../")
                            .doesNotStartWith("/");
                }
            }
        } catch (EnvironmentException e) {
            assertThat(e.getMessage()).isEqualTo(VisibleText.line(String.valueOf(e.getMessage())));
        }
    }
}
