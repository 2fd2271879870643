package dev.belljar.client.command.network;

import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SandboxCommand;
import dev.belljar.client.console.TextTable;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.contract.operation.PolicyApi;
import dev.belljar.contract.policy.NetworkMode;
import dev.belljar.contract.policy.PolicyLayer;
import dev.belljar.contract.policy.PolicyView;
import dev.belljar.contract.policy.Rule;
import dev.belljar.contract.policy.RuleBudget;
import dev.belljar.contract.policy.RuleMatch;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.text.HostServiceText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/// `belljar policy show N`: shows the policy in force, layer by layer.
@CommandExamples({
    "belljar policy show shop | Show the network mode and all rules.",
    "belljar policy show - | Show only what applies to all your sandboxes."
})
@Command(
        exitCodeList = {
            "0:All policy files were read.",
            "1:A policy file cannot be read, so every connection is blocked, or another problem occurred.",
            "2:Usage error."
        },
        name = "show",
        description = "Show the network mode and the rules, broadest scope first.",
        mixinStandardHelpOptions = true)
final class PolicyShowCommand extends SandboxCommand {
    PolicyShowCommand(CommandSession session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        PolicyView view = session().agent().call(PolicyApi.POLICY.at(sandbox));
        if (json) {
            session().json(view);
        } else if (sandbox.equals(PolicyApi.EVERY_SANDBOX)) {
            printUser(session(), view);
        } else {
            print(session(), view);
        }
        return view.problem() == null ? 0 : CommandSession.PROBLEM;
    }

    static void print(CommandSession session, PolicyView view) {
        session.line("network mode  %s (%s)%s", word(view.preset()), view.because(), held(view));
        if (view.problem() != null) {
            session.line("ALL CONNECTIONS ARE BLOCKED: %s", view.problem());
        }
        print(session, view.layers());
    }

    /// Prints only the layer that applies to all sandboxes of the user.
    static void printUser(CommandSession session, PolicyView view) {
        List<PolicyLayer> layers = view.layers().stream()
                .filter(layer -> layer.scope() == RuleScope.USER)
                .toList();
        String mode = "not set";
        for (PolicyLayer layer : layers) {
            NetworkMode networkMode = layer.preset();
            if (networkMode != null) {
                mode = word(networkMode);
            }
        }
        session.line("network mode for all your sandboxes  %s", mode);
        print(session, layers);
    }

    private static void print(CommandSession session, List<PolicyLayer> layers) {
        TextTable columns = new TextTable("LAYER", "ID", "RULE", "LIMITS", "NOTE");
        int rules = 0;
        for (PolicyLayer layer : layers) {
            for (Rule rule : layer.rules()) {
                columns.row(word(layer.scope()), rule.id(), words(rule), narrowed(rule), rule.note());
                rules++;
            }
        }
        if (rules == 0) {
            session.line("No rules.");
        } else {
            columns.print(session.out());
        }
    }

    private static String held(PolicyView view) {
        return switch (view.preset()) {
            case ASK -> "; blocked if not answered within " + view.holdSeconds() + " s";
            default -> "";
        };
    }

    /// Formats a rule, for example `allow *.npmjs.org:443`.
    static String words(Rule rule) {
        RuleMatch match = rule.match();
        String where = match.name() == null ? String.valueOf(match.address()) : match.name();
        boolean brackets = match.name() == null && where.indexOf(':') >= 0 && match.ports() != null;
        String ports = match.ports() == null ? "" : ":" + match.ports();
        String methods = match.methods() == null ? "" : match.methods() + " ";
        String path = match.path() == null ? "" : match.path();
        return word(rule.action()) + " " + methods + (brackets ? "[" + where + "]" : where) + ports + path;
    }

    /// Formats the limits of a rule beyond its destination, for example `tcp by /usr/bin/git upload 1000`;
    /// empty for most rules.
    static String narrowed(Rule rule) {
        List<String> parts = new ArrayList<>();
        RuleBudget budget = rule.budget();
        add(parts, "", rule.match().protocol());
        add(parts, "at ", rule.match().name() == null ? null : rule.match().address());
        add(parts, "by ", rule.match().process());
        Long until = rule.expires();
        add(parts, "until ", until == null ? null : Instant.ofEpochMilli(until));
        add(parts, "minutes ", budget.minutes());
        add(parts, "connections ", budget.connections());
        add(parts, "upload ", budget.upload());
        String service = HostServiceText.words(rule.match().name(), rule.match().ports());
        add(parts, "", service == null ? null : "(" + service + ")");
        return String.join(" ", parts);
    }

    private static void add(List<String> parts, String head, @Nullable Object value) {
        if (value != null) {
            parts.add(head + value);
        }
    }

    static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
