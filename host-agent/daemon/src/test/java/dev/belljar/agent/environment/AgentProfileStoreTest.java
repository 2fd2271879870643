package dev.belljar.agent.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.environment.AgentProfileStore.FoundProfile;
import dev.belljar.contract.environment.AgentProfile;
import dev.belljar.contract.environment.CodingAgent;
import dev.belljar.contract.environment.CodingAgent.AgentCredential;
import dev.belljar.contract.environment.CodingAgent.AgentFile;
import dev.belljar.contract.environment.CodingAgent.StateSource;
import dev.belljar.contract.environment.CodingAgent.TranscriptFormat;
import dev.belljar.contract.environment.Environment.EnvironmentPackage;
import dev.belljar.contract.environment.EnvironmentProfile;
import dev.belljar.contract.environment.PackageManager;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests the profiles that come with Belljar, and those of a user with every mistake that the reader knows.
class AgentProfileStoreTest {
    private static final String GOOD = """
            title = "My agent"
            command = ["mine", "--x", "--x"]
            prompt = ["mine", "-p", "{prompt}"]
            note = "~/.mine/NOTE.md"
            settings = ["~/.mine"]
            transcripts = [".mine.log"]
            state = "osc"
            profiles = ["node@22"]
            setup = ["true"]
            [packages]
            npm = ["mine@1.2.3"]
            [network]
            always = ["API.example.org"]
            [env]
            MINE = "1"
            [credential]
            variable = "MINE_KEY"
            hosts = ["API.example.org"]
            hint = "From example.org."
            [[files]]
            path = "~/.mine.json"
            content = '{"{project}": "{key-tail}"}'
            """;

    @TempDir
    private Path folder;

    private AgentProfile read(String toml) throws Exception {
        return AgentProfileToml.read("mine", toml, null);
    }

    @ParameterizedTest
    @ValueSource(strings = {"aider", "claude", "codex", "gemini", "opencode"})
    void agentsOfBelljarInstallOnePackageAndUseTheirSecretOnlyWhereTheyMayConnect(String name) throws Exception {
        AgentProfile profile = AgentProfileStore.builtIn().required(name);
        assertThat(profile.needs().packages())
                .hasSize(1)
                .allSatisfy(one -> assertThat(one.version()).isNotNull());
        AgentCredential credential = profile.agent().credential();
        assertThat(credential).isNotNull();
        assertThat(profile.needs().names()).containsAll(credential.hosts());
        assertThat(profile.agent().prompt()).contains(CodingAgent.PROMPT);
        assertThat(profile.agent().note()).isNotNull();
        assertThat(profile.needsAcceptance()).isTrue();
    }

    @Test
    void shellNeedsNothing() throws Exception {
        assertThat(AgentProfileStore.builtIn().required("shell").needsAcceptance())
                .isFalse();
    }

    @Test
    void profileIsReadWhole() throws Exception {
        AgentProfile read = read(GOOD);
        assertThat(read.agent())
                .isEqualTo(new CodingAgent(
                        "mine",
                        "My agent",
                        List.of("mine", "--x", "--x"),
                        List.of("mine", "-p", "{prompt}"),
                        new AgentCredential("MINE_KEY", List.of("api.example.org"), "From example.org.", null),
                        "~/.mine/NOTE.md",
                        List.of(new AgentFile("~/.mine.json", "{\"{project}\": \"{key-tail}\"}")),
                        List.of("~/.mine"),
                        List.of(".mine.log"),
                        StateSource.OSC));
        assertThat(read.needs().packages())
                .containsExactly(new EnvironmentPackage(PackageManager.NPM, "mine", "1.2.3"));
        assertThat(read.needs().version(EnvironmentProfile.NODE)).isEqualTo("22");
        assertThat(read.needs().names()).containsExactly("api.example.org");
        assertThat(read.needs().setup()).containsExactly("true");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    command = ["x"]\\ntitel = "X"                              | line 2: unknown key titel: expected one of command, credential, env, files, network, note, packages, profiles, prompt, settings, setup, state, title, tokens, transcripts. Did you mean "title"?
                    command = ["x"]\\nports = [3000]                           | unknown key ports
                    title = "X"                                               | command: expected a list with the program and its arguments
                    command = "x"                                             | line 1: command: expected a list of texts in quotes
                    command = [1]                                             | line 1: command: expected each element to be text in quotes
                    command = [""]                                            | command: "": expected text on one line
                    command = ["x"]\\nprompt = ["x"]                           | line 2: prompt: expected a program, and exactly one argument "{prompt}"
                    command = ["x"]\\nprompt = ["x", "{prompt}", "{prompt}"]   | exactly one argument
                    command = ["x"]\\nprompt = ["{prompt}"]                    | exactly one argument
                    command = ["x"]\\nstate = "oscc"                           | line 2: state: "oscc": expected one of osc, title, hooks, none. Did you mean "osc"?
                    command = ["x"]\\ntokens = "claud"                         | line 2: tokens: "claud": expected one of aider, claude, codex, gemini, none. Did you mean "claude"?
                    command = ["x"]\\nnote = "/etc/passwd"                     | note: "/etc/passwd": expected a path in the home folder
                    command = ["x"]\\nnote = "~/../x"                          | note: "~/../x": expected a path in the home folder
                    command = ["x"]\\nnote = "~/.ssh/authorized_keys"          | expected a path in the home folder
                    command = ["x"]\\n[network]\\nalways = ["a b"]              | network.always: "a b": expected a host name
                    command = ["x"]\\n[env]\\nBELLJAR_X = "1"                   | env.BELLJAR_X
                    command = ["x"]\\n[credential]\\nvariable = "K"             | line 2: credential: expected variable and hosts
                    command = ["x"]\\n[credential]\\nvariable = "K-1"\\nhosts = ["a.b"] | credential.variable: "K-1": expected the name of an environment variable
                    command = ["x"]\\n[credential]\\nvariable = "K"\\nhosts = ["*.b.c"] | credential.hosts: "*.b.c": expected an exact host name
                    command = ["x"]\\n[credential]\\nvariable = "K"\\nhosts = ["host.belljar.internal:1"] | expected an exact host name
                    command = ["x"]\\n[credential]\\nvariable = "K"\\nhosts = ["a.b"]\\n[credential.login]\\ntoken = "https://a.b/t" | line 5: credential.login: expected authorize, token and client
                    command = ["x"]\\n[credential]\\nvariable = "K"\\nhosts = ["a.b"]\\n[credential.login]\\ntoken = "http://a.b/t" | credential.login.token: "http://a.b/t": expected a URL such as
                    command = ["x"]\\n[credential]\\nvariable = "K"\\nhosts = ["a.b"]\\n[credential.login]\\ntoken = "https://u@a.b/t" | expected a URL such as
                    command = ["x"]\\n[credential]\\nvariable = "K"\\nhosts = ["a.b"]\\n[credential.login]\\ntoken = "file:///etc/passwd" | expected a URL such as
                    command = ["x"]\\n[credential]\\nvariable = "K"\\nhosts = ["a.b"]\\n[credential.login]\\nredirect = "http://a.b:80/c" | credential.login.redirect: "http://a.b:80/c": expected an address on this computer
                    command = ["x"]\\n[[files]]\\npath = "~/a"                  | line 2: files: expected path and content
                    command = ["x"]\\n[[files]]\\npath = "~/a"\\ncontent = "{token}" | files.content: "{token}": expected no placeholder but {project}, {key} and {key-tail}, and found {token}
                    command = ["x"]\\nnote = "~/a"\\n[[files]]\\npath = "~/a"\\ncontent = "" | files.path: expected each file only once
                    command = ["x"]\\n[packages]\\nnpm = ["-g"]                 | packages.npm: "-g": expected a package
                    """)
    void mistakeIsNamedWithItsLine(String toml, String message) {
        assertThatThrownBy(() -> read(toml.replace("\\n", "\n")))
                .isInstanceOf(EnvironmentException.class)
                .hasMessageContaining(message);
    }

    @Test
    void agentsWithHooksReportTheirStates() throws Exception {
        for (String name : List.of("claude", "codex", "gemini", "opencode")) {
            CodingAgent agent = AgentProfileStore.builtIn().required(name).agent();
            assertThat(agent.state()).isEqualTo(StateSource.HOOKS);
            String files = agent.files().toString();
            assertThat(files).contains("/.belljar/report-state", name, "asking", "working", "done");
        }
        assertThat(AgentProfileStore.builtIn().required("codex").agent().tokens())
                .isEqualTo(TranscriptFormat.CODEX);
    }

    @Test
    void fileOfTheUserReplacesAProfile() throws Exception {
        Files.writeString(folder.resolve("claude.toml"), "command = [\"mine\"]");
        AgentProfileStore store = AgentProfileStore.in(folder);
        assertThat(store.required("claude").agent().command()).containsExactly("mine");
        assertThat(store.required("claude").file())
                .isEqualTo(folder.resolve("claude.toml").toString());
    }

    @Test
    void fileWithAMistakeIsListedAndHidesNothingElse() throws Exception {
        Files.writeString(folder.resolve("claude.toml"), "command = [\"mine\"]\ntitel = \"X\"");
        Files.writeString(folder.resolve("Bad Name.toml"), "command = [\"mine\"]");
        Files.writeString(folder.resolve("large.toml"), "#".repeat(70_000));
        List<FoundProfile> all = AgentProfileStore.in(folder).list();
        assertThat(all)
                .filteredOn(each -> each.problem() != null)
                .extracting(FoundProfile::name)
                .containsExactly("Bad Name", "claude", "large");
        assertThat(all)
                .filteredOn(each -> each.problem() == null)
                .extracting(FoundProfile::name)
                .containsExactly("aider", "codex", "gemini", "opencode", "shell");
        assertThatThrownBy(() -> AgentProfileStore.in(folder).required("claude"))
                .hasMessageStartingWith(folder.resolve("claude.toml") + ": line 2: unknown key titel");
    }

    @Test
    void unknownNameIsSuggested() {
        assertThatThrownBy(() -> AgentProfileStore.builtIn().required("cluade"))
                .isInstanceOfSatisfying(
                        EnvironmentException.class, e -> assertThat(e.hint()).startsWith("Did you mean \"claude\"?"));
        assertThatThrownBy(() -> AgentProfileStore.builtIn().required("../claude"))
                .hasMessageContaining("no coding agent is called \"../claude\"");
    }

    @Test
    void folderOfTheUserIsThatOfTheirConfiguration() throws Exception {
        Path agents = Files.createDirectories(folder.resolve("config/belljar/agents"));
        Files.writeString(agents.resolve("mine.toml"), "command = [\"mine\"]");
        Map<String, String> environment =
                Map.of("XDG_CONFIG_HOME", folder.resolve("config").toString());
        assertThat(AgentProfileStore.of(environment, Path.of("/nowhere"))
                        .required("mine")
                        .agent()
                        .title())
                .isEqualTo("mine");
    }
}
