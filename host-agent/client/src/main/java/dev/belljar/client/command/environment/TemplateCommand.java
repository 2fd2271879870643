package dev.belljar.client.command.environment;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.client.ChangeWaiter;
import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SessionCommand;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.contract.environment.ProjectTemplate;
import dev.belljar.contract.environment.TemplateLog;
import dev.belljar.contract.environment.TemplateState;
import dev.belljar.contract.event.EventType;
import dev.belljar.contract.operation.HostApi;
import dev.belljar.contract.operation.TemplateApi;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.request.environment.ReadEnvironment;
import dev.belljar.contract.request.environment.RefreshTemplate;
import dev.belljar.contract.text.VisibleText;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `belljar template`: lists, makes and removes the templates of projects.
@CommandExamples({
    "belljar template | List project templates and the disk space they use.",
    "belljar template refresh | Make the template for the project in the current folder."
})
@Command(
        name = "template",
        description = "List, make or remove project templates.",
        footer = {
            "",
            "A project template contains what the project's accepted environment installs, so that new sandboxes for"
                    + " the project need no setup. Belljar makes the template automatically after it has set up the"
                    + " project's first sandbox."
        },
        mixinStandardHelpOptions = true,
        subcommands = {
            TemplateCommand.TemplateListCommand.class,
            TemplateCommand.TemplateRefreshCommand.class,
            TemplateCommand.TemplateLogCommand.class,
            TemplateCommand.TemplateRemoveCommand.class
        })
final class TemplateCommand extends SessionCommand {
    TemplateCommand(CommandSession session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        return list(session(), json);
    }

    private static int list(CommandSession session, boolean json) throws AgentException, InterruptedException {
        List<ProjectTemplate> templates = session.agent().call(TemplateApi.LIST);
        if (json) {
            session.json(templates);
        } else {
            new TemplateText(session).print(templates);
        }
        return 0;
    }

    /// `belljar template list`.
    @CommandExamples({
        "belljar template list | List the templates, what they contain, and the space they use.",
        "belljar template list --json | Print the list as JSON."
    })
    @Command(
            name = "list",
            aliases = "ls",
            description = {
                "List project templates, with what their setup installed and downloaded, and how much space their"
                        + " saved disk and memory take up.",
                "A template is outdated if the environment, a lock file, a copied file or the guest image has"
                        + " changed. An outdated template is never used."
            },
            mixinStandardHelpOptions = true)
    static final class TemplateListCommand extends SessionCommand {
        TemplateListCommand(CommandSession session) {
            super(session);
        }

        @Override
        public Integer call() throws Exception {
            return list(session(), json);
        }
    }

    /// `belljar template refresh [PATH]`.
    @CommandExamples({
        "belljar template refresh | Make the template for the project in the current folder, and wait until it is"
                + " ready.",
        "belljar template refresh ~/src/shop --json | Make the template for another project, and print the result as"
                + " JSON."
    })
    @Command(
            exitCodeList = {"0:The template was made.", "1:The template could not be made.", "2:Usage error."},
            name = "refresh",
            description = {
                "Set up a project's accepted environment in a fresh machine, and save the result as the template for"
                        + " the project's new sandboxes. The command waits until the template is ready.",
                "If you press Ctrl+C, the command stops waiting, but the template is still made in the background."
            },
            mixinStandardHelpOptions = true)
    static final class TemplateRefreshCommand extends SessionCommand {
        @Mixin
        ProjectPath project = new ProjectPath();

        private String told = "";

        TemplateRefreshCommand(CommandSession session) {
            super(session);
        }

        @Override
        public Integer call() throws Exception {
            String folder = project.absolute().toString();
            AgentClient agent = session().agent();
            long after = agent.call(HostApi.STATUS).lastSeq();
            String id =
                    agent.call(TemplateApi.REFRESH, new RefreshTemplate(folder)).id();
            ProjectTemplate last = ChangeWaiter.await(
                    listener -> agent.followHost(after, Set.of(EventType.TEMPLATE, EventType.GAP), listener),
                    () -> ended(id, agent.call(TemplateApi.LIST)));
            if (json) {
                session().json(last);
            } else if (last.state() == TemplateState.READY) {
                session().line("New sandboxes for %s will start from template %s.", folder, last.id());
                new TemplateText(session()).details(last);
            } else {
                String why = Objects.requireNonNullElse(last.detail(), "The template could not be made");
                session().aside("%s", VisibleText.line(why));
                session().aside("  `belljar template log %s` shows the output of the setup.", folder);
            }
            return last.state() == TemplateState.READY ? 0 : CommandSession.PROBLEM;
        }

        private Optional<ProjectTemplate> ended(String id, List<ProjectTemplate> all) throws AgentException {
            ProjectTemplate now = all.stream()
                    .filter(each -> each.id().equals(id))
                    .findFirst()
                    .orElseThrow(() -> new AgentException(
                            Problem.of(
                                    new ProblemCode("template.not-found", 404),
                                    "template removed",
                                    "the template was removed before it was finished",
                                    null),
                            null));
            String step = VisibleText.line(Objects.requireNonNullElse(now.detail(), ""));
            if (!json && now.state() == TemplateState.PREPARING && !step.isEmpty() && !Objects.equals(step, told)) {
                told = step;
                session().aside("  %s", step);
            }
            return now.state() == TemplateState.PREPARING ? Optional.empty() : Optional.of(now);
        }
    }

    /// `belljar template log [PATH]`.
    @CommandExamples({"belljar template log | Show the setup output for the current project's template."})
    @Command(
            name = "log",
            description = "Show the setup output of the last attempt to make a project's template.",
            mixinStandardHelpOptions = true)
    static final class TemplateLogCommand extends SessionCommand {
        @Mixin
        ProjectPath project = new ProjectPath();

        TemplateLogCommand(CommandSession session) {
            super(session);
        }

        @Override
        public Integer call() throws Exception {
            TemplateLog log = session()
                    .agent()
                    .call(
                            TemplateApi.LOG,
                            new ReadEnvironment(project.absolute().toString()));
            if (json) {
                session().json(log);
                return 0;
            }
            if (!log.complete()) {
                session().aside("  Older output was dropped.");
            }
            VisibleText.text(log.text(), "\n\t")
                    .lines()
                    .forEach(line -> session().line("%s", line));
            return 0;
        }
    }

    /// `belljar template remove ID`.
    @CommandExamples({
        "belljar template remove 4f1c22a90b3e | Remove the template with this id, as listed by `belljar"
                + " template list`."
    })
    @Command(
            name = "remove",
            aliases = "rm",
            description = {"Remove a project's template.", "Sandboxes that were started from it are not affected."},
            mixinStandardHelpOptions = true)
    static final class TemplateRemoveCommand extends SessionCommand {
        @Parameters(index = "0", paramLabel = "ID", description = "The id of the template.")
        String id = "";

        TemplateRemoveCommand(CommandSession session) {
            super(session);
        }

        @Override
        public Integer call() throws Exception {
            var _ = session().agent().call(TemplateApi.REMOVE.at(id));
            if (!json) {
                session().line("Removed template %s.", id);
            }
            return 0;
        }
    }
}
