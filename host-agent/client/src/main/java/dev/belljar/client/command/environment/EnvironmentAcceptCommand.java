package dev.belljar.client.command.environment;

import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SessionCommand;
import dev.belljar.client.console.environment.EnvironmentReview;
import dev.belljar.client.console.environment.EnvironmentText;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.contract.environment.EnvironmentChange;
import dev.belljar.contract.environment.EnvironmentItem;
import dev.belljar.contract.environment.EnvironmentProposal;
import dev.belljar.contract.environment.EnvironmentState;
import dev.belljar.contract.operation.EnvironmentApi;
import dev.belljar.contract.request.environment.ReadProposal;
import dev.belljar.contract.text.SimilarWords;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `belljar environment accept [PATH]`: shows what a project proposes, and asks whether to accept it. Each
/// risky item needs an answer of its own.
@CommandExamples({
    "belljar environment accept ~/src/shop | Review what the project proposes, and accept it.",
    "belljar environment accept --without port:6006 | Accept it, but leave out one item.",
    "belljar environment accept --yes --allow file:~/.npmrc | Accept it without being asked, including one risky"
            + " item."
})
@Command(
        name = "accept",
        description = "Review what a project proposes, and accept it for all of the project's sandboxes.",
        footer = {
            "",
            "ITEM is an item as `belljar environment show` prints it, such as \"apt libpng-dev\", or the item's id in"
                    + " the --json output, such as apt:libpng-dev. Items that you leave out stay left out until you"
                    + " allow them."
        },
        mixinStandardHelpOptions = true)
final class EnvironmentAcceptCommand extends SessionCommand {
    private static final String ITEM = "ITEM";
    private static final int LONGEST_SUGGESTED = 200;

    @Mixin
    ProjectPath project = new ProjectPath();

    @Option(
            names = {"-y", "--yes"},
            description = "Accept without asking. Risky items are left out unless --allow names them.")
    boolean yes;

    @Option(names = "--without", paramLabel = ITEM, description = "Leave out this item. Can be repeated.")
    List<String> without = new ArrayList<>();

    @Option(
            names = "--allow",
            paramLabel = ITEM,
            description = "Accept this item even if it is risky or you left it out before. Can be repeated.")
    List<String> allow = new ArrayList<>();

    @Spec
    CommandSpec spec = CommandSpec.create();

    EnvironmentAcceptCommand(CommandSession session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        if (json && !yes) {
            throw new ParameterException(spec.commandLine(), "--json requires --yes");
        }
        String folder = project.absolute().toString();
        EnvironmentProposal proposal = session().agent().call(EnvironmentApi.PROPOSAL, ReadProposal.of(folder));
        Set<String> omitted = chosen(proposal, without);
        Set<String> allowed = chosen(proposal, allow);
        boolean change = proposal.state() != EnvironmentState.ACCEPTED || !omitted.isEmpty() || !allowed.isEmpty();
        if (!json) {
            new EnvironmentText(session()).print(proposal);
        }
        if (proposal.state() == EnvironmentState.INVALID || proposal.state() == EnvironmentState.NONE || !change) {
            if (json) {
                session().json(proposal);
            }
            return proposal.state() == EnvironmentState.INVALID ? CommandSession.PROBLEM : 0;
        }
        EnvironmentReview review = new EnvironmentReview(session(), proposal, omitted, allowed);
        if (!yes && !confirmed(review)) {
            return CommandSession.PROBLEM;
        }
        EnvironmentProposal accepted = review.accept();
        if (json) {
            session().json(accepted);
        } else {
            review.report(accepted);
        }
        return 0;
    }

    private boolean confirmed(EnvironmentReview review) {
        return switch (review.ask()) {
            case ACCEPTED -> true;
            case NOT_ACCEPTED -> {
                session().aside("Nothing was accepted.");
                yield false;
            }
            case NOT_ASKED -> {
                session()
                        .aside("Standard input is not a terminal, so Belljar cannot ask. Use --yes to accept the"
                                + " environment without its risky items.");
                yield false;
            }
        };
    }

    private Set<String> chosen(EnvironmentProposal proposal, List<String> typed) {
        Set<String> ids = new LinkedHashSet<>();
        List<EnvironmentItem> items = proposal.items().stream()
                .filter(item -> item.change() != EnvironmentChange.REMOVED)
                .toList();
        for (String word : typed) {
            List<String> found = items.stream()
                    .filter(item -> item.id().equals(word) || item.words().equals(word))
                    .map(EnvironmentItem::id)
                    .toList();
            if (found.size() != 1) {
                throw new ParameterException(
                        spec.commandLine(),
                        "item \"%s\": expected an item that the project proposes%s"
                                .formatted(word, suggestion(word, items)));
            }
            ids.add(found.getFirst());
        }
        return ids;
    }

    /// Long ids, which the project chooses, are left out: they would take too long to compare.
    private static String suggestion(String word, List<EnvironmentItem> items) {
        List<String> likely = items.stream()
                .map(EnvironmentItem::id)
                .filter(id -> id.length() <= LONGEST_SUGGESTED)
                .toList();
        return SimilarWords.nearest(word, likely)
                .map(id -> ". Did you mean \"%s\"?".formatted(id))
                .orElse("");
    }
}
