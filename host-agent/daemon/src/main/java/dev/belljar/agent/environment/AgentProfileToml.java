package dev.belljar.agent.environment;

import dev.belljar.contract.codec.TomlFault;
import dev.belljar.contract.codec.TomlTable;
import dev.belljar.contract.environment.AgentProfile;
import dev.belljar.contract.environment.CodingAgent;
import dev.belljar.contract.environment.CodingAgent.AgentCredential;
import dev.belljar.contract.environment.CodingAgent.AgentFile;
import dev.belljar.contract.environment.CodingAgent.AgentLogin;
import dev.belljar.contract.environment.CodingAgent.StateSource;
import dev.belljar.contract.environment.CodingAgent.TranscriptFormat;
import dev.belljar.contract.text.HostServiceText;
import dev.belljar.contract.text.VisibleText;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Reads the profile of a coding agent. What the agent needs is written as in `.belljar/machine.toml`.
final class AgentProfileToml {
    /// The placeholders that the content of a file may have.
    static final String PROJECT = "{project}";

    static final String KEY = "{key}";
    static final String KEY_TAIL = "{key-tail}";
    private static final int MOST_WORDS = 50;
    private static final int MOST_FILES = 10;
    private static final int MOST_PATHS = 20;
    private static final int MOST_HOSTS = 10;
    private static final int LONGEST_TITLE = 60;
    private static final int LONGEST_WORD = 4_096;
    private static final int LONGEST_CONTENT = 16 << 10;
    private static final Pattern SECRET = Pattern.compile("[A-Za-z][A-Za-z0-9_]{0,63}");
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{[a-z][a-z-]*}");
    private static final Set<String> OWN = Set.of(
            "title", "command", "prompt", "note", "settings", "transcripts", "state", "tokens", "credential", "files");

    private static final String NONE = "none";
    private static final WordCheck STATES = WordCheck.of(StateSource.values());
    private static final WordCheck FORMATS = WordCheck.of(TranscriptFormat.values());

    private final EnvironmentFields fields;

    private AgentProfileToml(EnvironmentFields fields) {
        this.fields = fields;
    }

    /// Reads the profile of this name. `file` is the user's file, null for a profile that comes with Belljar.
    ///
    /// @throws EnvironmentException `environment.file-invalid` naming the line and what was expected
    static AgentProfile read(String name, String toml, @Nullable String file) throws EnvironmentException {
        Set<String> keys = new TreeSet<>(OWN);
        keys.addAll(EnvironmentToml.OF_AGENTS);
        try {
            EnvironmentFields fields = new EnvironmentFields(TomlTable.read(toml), "", keys);
            return new AgentProfile(new AgentProfileToml(fields).agent(name), EnvironmentToml.needs(fields), file);
        } catch (TomlFault e) {
            throw EnvironmentException.invalid(String.valueOf(e.getMessage()));
        }
    }

    private CodingAgent agent(String name) throws EnvironmentException {
        String title = Objects.requireNonNullElse(fields.text("title", AgentProfileToml::title), name);
        List<String> command = fields.words("command", MOST_WORDS, AgentProfileToml::word);
        if (command.isEmpty()) {
            throw fields.wrong("command", "a list with the program and its arguments, such as [\"claude\"]");
        }
        List<String> prompt = fields.words("prompt", MOST_WORDS, AgentProfileToml::word);
        long texts = prompt.stream().filter(CodingAgent.PROMPT::equals).count();
        if (!prompt.isEmpty() && (texts != 1 || prompt.getFirst().equals(CodingAgent.PROMPT))) {
            throw fields.wrong("prompt", "a program, and exactly one argument \"%s\"".formatted(CodingAgent.PROMPT));
        }
        String note = fields.text("note", AgentProfileToml::path);
        return new CodingAgent(
                name,
                title,
                command,
                prompt,
                credential(),
                note,
                files(note),
                fields.texts("settings", MOST_PATHS, AgentProfileToml::path),
                fields.texts("transcripts", MOST_PATHS, FilePaths::target),
                StateSource.valueOf(word("state", STATES)),
                TranscriptFormat.valueOf(word("tokens", FORMATS)));
    }

    private @Nullable AgentCredential credential() throws EnvironmentException {
        TomlTable table = fields.table("credential");
        if (table == null) {
            return null;
        }
        EnvironmentFields credential =
                new EnvironmentFields(table, "credential.", Set.of("variable", "hosts", "hint", "login"));
        String variable = credential.text(
                "variable",
                text -> SECRET.matcher(text).matches() && EnvironmentChecks.variable(text) == null
                        ? null
                        : "the name of an environment variable, such as API_KEY");
        List<String> hosts = credential.texts("hosts", MOST_HOSTS, AgentProfileToml::host);
        if (variable == null || hosts.isEmpty()) {
            throw EnvironmentException.invalid(
                    "line %d: credential: expected variable and hosts".formatted(table.line()));
        }
        return new AgentCredential(
                variable,
                hosts.stream().map(EnvironmentChecks::canonical).toList(),
                credential.text("hint", AgentProfileToml::word),
                AgentLoginToml.read(credential.table("login")));
    }

    private List<AgentFile> files(@Nullable String note) throws EnvironmentException {
        List<AgentFile> files = new ArrayList<>();
        Set<String> paths = new HashSet<>();
        if (note != null) {
            paths.add(note);
        }
        for (TomlTable each : fields.tables("files", MOST_FILES)) {
            EnvironmentFields file = new EnvironmentFields(each, "files.", Set.of("path", "content"));
            String path = file.text("path", AgentProfileToml::path);
            String content = file.text("content", AgentProfileToml::content);
            if (path == null || content == null) {
                throw EnvironmentException.invalid("line %d: files: expected path and content".formatted(each.line()));
            }
            if (!paths.add(path)) {
                throw file.wrong("path", "each file only once, but found %s twice".formatted(path));
            }
            files.add(new AgentFile(path, content));
        }
        return files;
    }

    private String word(String key, WordCheck known) throws EnvironmentException {
        String text = fields.text(key, known);
        return (text == null ? NONE : text).toUpperCase(Locale.ROOT);
    }

    /// One of a few words.
    private record WordCheck(List<String> known) implements ValueCheck {
        static WordCheck of(Enum<?>[] values) {
            return new WordCheck(Stream.of(values)
                    .map(each -> each.name().toLowerCase(Locale.ROOT))
                    .toList());
        }

        @Override
        public @Nullable String expected(String text) {
            return known.contains(text) ? null : "one of " + String.join(", ", known);
        }

        @Override
        public Collection<String> words() {
            return known;
        }
    }

    private static @Nullable String title(String text) {
        return !text.isBlank()
                        && text.length() <= LONGEST_TITLE
                        && text.codePoints().allMatch(VisibleText::is)
                ? null
                : "a name of at most %d characters, without invisible characters".formatted(LONGEST_TITLE);
    }

    private static @Nullable String word(String text) {
        return !text.isEmpty()
                        && text.length() <= LONGEST_WORD
                        && text.codePoints().allMatch(VisibleText::is)
                ? null
                : "text on one line, of at most %,d characters, without invisible characters".formatted(LONGEST_WORD);
    }

    private static @Nullable String host(String text) {
        return EnvironmentChecks.name(text) != null
                        || text.startsWith("*.")
                        || text.indexOf('.') < 0
                        || text.toLowerCase(Locale.ROOT).startsWith(HostServiceText.NAME)
                ? "an exact host name such as \"api.example.org\""
                : null;
    }

    /// A path in the home folder of the guest. Files that would open the guest to others are not an agent's.
    private static @Nullable String path(String text) {
        return text.startsWith(FilePaths.HOME) && FilePaths.source(text) == null
                ? null
                : "a path in the home folder, such as \"~/.config/tool/settings.json\"";
    }

    private static @Nullable String content(String text) {
        boolean plain = text.length() <= LONGEST_CONTENT
                && text.codePoints().allMatch(c -> c == '\n' || c == '\t' || VisibleText.is(c));
        Matcher found = PLACEHOLDER.matcher(text);
        while (plain && found.find()) {
            if (!Set.of(PROJECT, KEY, KEY_TAIL).contains(found.group())) {
                return "no placeholder but %s, %s and %s, and found %s"
                        .formatted(PROJECT, KEY, KEY_TAIL, found.group());
            }
        }
        return plain ? null : "text of at most %d KiB, without control characters".formatted(LONGEST_CONTENT >> 10);
    }

    /// Reads the table `credential.login` of an agent's profile.
    private static final class AgentLoginToml {
        private static final Set<String> THIS_COMPUTER = Set.of("127.0.0.1", "localhost");
        private static final String SERVER = "a URL such as \"https://auth.example.org/token\"";
        private static final int LONGEST = 2_000;
        private static final int MOST_SCOPES = 40;

        private AgentLoginToml() {}

        /// The login; null if there is no such table.
        ///
        /// @throws EnvironmentException `environment.file-invalid` naming the line and what was expected
        static @Nullable AgentLogin read(@Nullable TomlTable table) throws EnvironmentException {
            if (table == null) {
                return null;
            }
            EnvironmentFields fields = new EnvironmentFields(
                    table, "credential.login.", Set.of("authorize", "token", "client", "scopes", "redirect"));
            String authorize = fields.text("authorize", AgentLoginToml::server);
            String token = fields.text("token", AgentLoginToml::server);
            String client = fields.text("client", AgentLoginToml::word);
            List<String> scopes = fields.texts("scopes", MOST_SCOPES, AgentLoginToml::word);
            String redirect = fields.text("redirect", AgentLoginToml::redirect);
            if (authorize == null || token == null || client == null) {
                throw EnvironmentException.invalid(
                        "line %d: credential.login: expected authorize, token and client".formatted(table.line()));
            }
            return new AgentLogin(authorize, token, client, scopes, redirect);
        }

        private static @Nullable String server(String text) {
            URI url = url(text);
            if (url == null || url.getFragment() != null) {
                return SERVER;
            }
            boolean here = "http".equals(url.getScheme()) && THIS_COMPUTER.contains(url.getHost());
            return here || "https".equals(url.getScheme()) ? null : SERVER;
        }

        private static @Nullable String redirect(String text) {
            URI url = url(text);
            boolean here = url != null
                    && "http".equals(url.getScheme())
                    && THIS_COMPUTER.contains(url.getHost())
                    && url.getPort() > 0
                    && url.getRawQuery() == null
                    && url.getFragment() == null;
            return here ? null : "an address on this computer, such as \"http://localhost:1455/callback\"";
        }

        /// The URL of a host; null for any other text.
        private static @Nullable URI url(String text) {
            try {
                URI url = URI.create(text);
                String host = url.getHost();
                boolean plain = text.length() <= LONGEST && host != null && url.getRawUserInfo() == null;
                return plain && host.equals(host.toLowerCase(Locale.ROOT)) ? url : null;
            } catch (IllegalArgumentException e) {
                return null;
            }
        }

        private static @Nullable String word(String text) {
            boolean plain = !text.isEmpty()
                    && text.length() <= LONGEST
                    && text.codePoints().allMatch(VisibleText::is);
            return plain && text.indexOf(' ') < 0 ? null : "text without spaces and invisible characters";
        }
    }
}
