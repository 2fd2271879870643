package dev.belljar.client.command.network;

import dev.belljar.client.AgentClient;
import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SandboxCommand;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.contract.operation.PolicyApi;
import dev.belljar.contract.policy.PolicyProposal;
import dev.belljar.contract.policy.PolicyView;
import dev.belljar.contract.request.policy.AdoptProposal;
import java.io.Console;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `belljar policy propose N`: shows the proposal of a project, and asks whether to adopt it.
@CommandExamples({
    "belljar policy propose shop | Show the rules that the project suggests, and ask whether to " + "accept them."
})
@Command(
        name = "propose",
        description = "Review and accept the rules that the project suggests.",
        mixinStandardHelpOptions = true)
final class PolicyProposeCommand extends SandboxCommand {
    @Option(
            names = {"-y", "--yes"},
            description = "Accept without asking.")
    boolean yes;

    PolicyProposeCommand(CommandSession session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        AgentClient policies = session().agent();
        PolicyProposal proposal = policies.call(PolicyApi.PROPOSAL.at(sandbox));
        if (json && !yes) {
            session().json(proposal);
            return 0;
        }
        if (!json) {
            show(proposal);
        }
        boolean adoptable = proposal.problem() == null && !proposal.rules().isEmpty();
        if (!adoptable || (!yes && !confirmed())) {
            return proposal.problem() == null ? 0 : CommandSession.PROBLEM;
        }
        PolicyView view = policies.call(PolicyApi.ADOPT.at(sandbox), new AdoptProposal(proposal.digest()));
        if (json) {
            session().json(view);
        } else {
            session().line("Rules accepted for all sandboxes of the project.");
        }
        return 0;
    }

    private void show(PolicyProposal proposal) {
        session().line("%s suggests:", proposal.file());
        session().out().println();
        session().out().println(dev.belljar.contract.text.VisibleText.text(proposal.toml(), "\n\t"));
        if (proposal.problem() != null) {
            session().line("The suggestion cannot be accepted: %s", proposal.problem());
        } else if (proposal.rules().isEmpty()) {
            session().line("No new rules: the project's policy already contains all suggested rules.");
        } else {
            session().line("New rules:");
            proposal.rules().forEach(rule -> session().line("  %s", PolicyShowCommand.words(rule)));
        }
    }

    private boolean confirmed() {
        Console console = System.console();
        if (console == null || !console.isTerminal()) {
            session().aside("Standard input is not a terminal, so Belljar cannot ask. Use --yes to accept the rules.");
            return false;
        }
        String answer = console.readLine("Accept these rules? [y/N] ");
        return answer != null && answer.strip().toLowerCase(Locale.ROOT).startsWith("y");
    }
}
