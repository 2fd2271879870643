package dev.belljar.contract.environment;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// How a coding agent is started in a sandbox, and what it finds in its home folder there.
///
/// `name` is what the user types, `title` is the agent's own name. `command` starts it in a terminal; `prompt`
/// runs it without one, with a word `{prompt}` in place of the text, and is empty if it cannot do that. `note` is
/// the file in which it finds a description of the sandbox; null if it reads none. `files` are written before its
/// first start. `settings` and `transcripts` are where it keeps them. Paths begin with `~/`, except for those of
/// transcripts that it keeps in the project. `state` says how its state can be read, `tokens` in which format its
/// transcripts tell how many tokens it used.
public record CodingAgent(
        String name,
        String title,
        List<String> command,
        List<String> prompt,
        @Nullable AgentCredential credential,
        @Nullable String note,
        List<AgentFile> files,
        List<String> settings,
        List<String> transcripts,
        StateSource state,
        TranscriptFormat tokens) {
    /// The word of `prompt` that stands for the text.
    public static final String PROMPT = "{prompt}";

    public CodingAgent {
        command = List.copyOf(command);
        prompt = List.copyOf(prompt);
        files = List.copyOf(files);
        settings = List.copyOf(settings);
        transcripts = List.copyOf(transcripts);
        tokens = tokens == null ? TranscriptFormat.NONE : tokens; // what was accepted earlier has none
    }

    /// An agent whose transcripts do not tell how many tokens it used.
    public CodingAgent(
            String name,
            String title,
            List<String> command,
            List<String> prompt,
            @Nullable AgentCredential credential,
            @Nullable String note,
            List<AgentFile> files,
            List<String> settings,
            List<String> transcripts,
            StateSource state) {
        this(
                name,
                title,
                command,
                prompt,
                credential,
                note,
                files,
                settings,
                transcripts,
                state,
                TranscriptFormat.NONE);
    }

    /// The same agent without its credential.
    public CodingAgent withoutCredential() {
        return new CodingAgent(name, title, command, prompt, null, note, files, settings, transcripts, state, tokens);
    }

    /// The secret that the agent uses, by the environment variable that contains its placeholder, and the
    /// exact host names for which it is used. `hint` says where a person gets one; null for nothing. `login`
    /// is how a person gets one in a browser; null if that is not offered.
    public record AgentCredential(
            String variable,
            List<String> hosts,
            @Nullable String hint,
            @Nullable AgentLogin login) {
        public AgentCredential {
            hosts = List.copyOf(hosts);
        }
    }

    /// A login in a browser by OAuth 2.0 with PKCE: the URLs of the authorization page and of the token
    /// endpoint, the id of the client and the scopes. `redirect` is the address on this computer to which the
    /// server sends the browser afterwards; null for any free port.
    public record AgentLogin(
            String authorize,
            String token,
            String client,
            List<String> scopes,
            @Nullable String redirect) {
        public AgentLogin {
            scopes = List.copyOf(scopes);
        }
    }

    /// A file in the agent's home folder, written unless a person changed it. In the content, `{project}`
    /// stands for the project's folder in the guest, `{key}` for the placeholder, and `{key-tail}` for its
    /// last 20 characters.
    public record AgentFile(String path, String content) {}

    /// Where the state of the agent can be read.
    public enum StateSource {
        /// The escape sequence OSC 7501 in its terminal.
        OSC,
        /// The title that it gives its terminal.
        TITLE,
        /// What its hooks report with `~/.belljar/report-state`, which Belljar writes before its first start.
        HOOKS,
        /// Nowhere.
        NONE
    }

    /// The format of an agent's transcripts.
    public enum TranscriptFormat {
        AIDER,
        CLAUDE,
        CODEX,
        GEMINI,
        /// None that this version can read.
        NONE
    }
}
