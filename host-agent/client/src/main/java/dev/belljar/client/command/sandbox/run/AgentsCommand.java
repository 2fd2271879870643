package dev.belljar.client.command.sandbox.run;

import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SessionCommand;
import dev.belljar.client.console.TextTable;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.contract.environment.AgentProfile;
import dev.belljar.contract.environment.CodingAgent;
import dev.belljar.contract.environment.CodingAgent.AgentCredential;
import dev.belljar.contract.environment.Environment;
import dev.belljar.contract.operation.EnvironmentApi;
import dev.belljar.contract.request.codingagent.ListCodingAgents;
import dev.belljar.contract.view.codingagent.CodingAgentInfo;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `belljar agents`: shows the coding agents that `belljar run` can start.
@CommandExamples({
    "belljar agents list | List the coding agents, and whether their secrets are stored.",
    "belljar agents show claude | Show what an agent installs, reaches and uses."
})
@Command(
        name = "agents",
        description = {
            "Show the coding agents that `belljar run` can start.",
            "Profiles of your own are files in ~/.config/belljar/agents. A file replaces Belljar's own profile of the same"
                    + " name."
        },
        mixinStandardHelpOptions = true,
        subcommands = {AgentsCommand.AgentsListCommand.class, AgentsCommand.AgentsShowCommand.class})
final class AgentsCommand {
    /// `belljar agents list`.
    @CommandExamples({"belljar agents list --json | Print the list as JSON."})
    @Command(
            name = "list",
            aliases = "ls",
            description = "List the coding agents, and whether their secrets are stored.",
            mixinStandardHelpOptions = true)
    static final class AgentsListCommand extends SessionCommand {
        AgentsListCommand(CommandSession session) {
            super(session);
        }

        @Override
        public Integer call() throws Exception {
            List<CodingAgentInfo> all = session()
                    .agent()
                    .call(EnvironmentApi.AGENTS, new ListCodingAgents(null))
                    .agents();
            if (json) {
                session().json(all);
                return 0;
            }
            TextTable columns = new TextTable("NAME", "TITLE", "INSTALLS", "SECRET", "FROM");
            for (CodingAgentInfo each : all) {
                columns.row(
                        each.name(),
                        each.title(),
                        String.join(", ", each.installs()),
                        secret(each),
                        each.file() == null ? "Belljar" : each.file());
            }
            columns.print(session().out());
            all.stream()
                    .filter(each -> each.problem() != null)
                    .forEach(each -> session().aside("%s", each.problem()));
            return 0;
        }

        private static String secret(CodingAgentInfo info) {
            if (info.problem() != null) {
                return "cannot be used";
            }
            return switch (info.credential()) {
                case NONE -> "none";
                case MISSING -> info.variable() + ", not stored";
                case STORED -> info.variable() + ", stored";
            };
        }
    }

    /// `belljar agents show NAME`.
    @CommandExamples({"belljar agents show codex | Show what Codex installs, reaches and uses."})
    @Command(
            name = "show",
            description = "Show what a coding agent installs, reaches and uses.",
            mixinStandardHelpOptions = true)
    static final class AgentsShowCommand extends SessionCommand {
        @Parameters(index = "0", paramLabel = "NAME", description = "The agent's name, such as claude.")
        String name = "";

        AgentsShowCommand(CommandSession session) {
            super(session);
        }

        @Override
        public Integer call() throws Exception {
            AgentProfile profile = session().agent().call(EnvironmentApi.AGENT.at(name));
            if (json) {
                session().json(profile);
                return 0;
            }
            CodingAgent agent = profile.agent();
            session()
                    .line(
                            "%s (%s), from %s",
                            agent.title(), agent.name(), profile.file() == null ? "Belljar" : profile.file());
            line("command", List.of(String.join(" ", agent.command())));
            line("with --prompt", agent.prompt().isEmpty() ? List.of() : List.of(String.join(" ", agent.prompt())));
            needs(profile.needs());
            AgentCredential credential = agent.credential();
            if (credential != null) {
                line("secret", List.of(credential.variable() + " for " + String.join(", ", credential.hosts())));
            }
            line("note", agent.note() == null ? List.of() : List.of(agent.note()));
            line(
                    "files",
                    agent.files().stream().map(CodingAgent.AgentFile::path).toList());
            line("settings", agent.settings());
            line("transcripts", agent.transcripts());
            return 0;
        }

        private void needs(Environment needs) {
            line(
                    "profiles",
                    needs.profiles().stream()
                            .map(each -> each.name().toLowerCase(Locale.ROOT))
                            .toList());
            line(
                    "packages",
                    needs.packages().stream()
                            .map(each -> each.name() + (each.version() == null ? "" : " " + each.version()))
                            .toList());
            line("setup", needs.setup());
            line("may reach", needs.names());
            line("only for the setup", needs.setupNames());
            line(
                    "variables",
                    needs.variables().stream()
                            .map(each -> each.name() + "=" + each.value())
                            .toList());
        }

        private void line(String title, List<String> values) {
            if (!values.isEmpty()) {
                session().line("  %-18s %s", title, String.join(", ", values));
            }
        }
    }
}
