package dev.belljar.client.command.network;

import dev.belljar.client.help.CommandExamples;
import picocli.CommandLine.Command;

/// `belljar policy`: shows and changes the network policy of a sandbox.
@CommandExamples({
    "belljar policy show shop | Show the network policy of a sandbox.",
    "belljar policy set shop ask | Ask about every destination that no rule covers.",
    "belljar policy add shop allow *.npmjs.org:443 | Add a rule."
})
@Command(
        name = "policy",
        description = "Show, change or test a sandbox's network policy, or generate one from its traffic.",
        mixinStandardHelpOptions = true,
        subcommands = {
            PolicyShowCommand.class,
            PolicyChangeCommand.PolicySetCommand.class,
            PolicyChangeCommand.PolicyAddCommand.class,
            PolicyChangeCommand.PolicyRemoveCommand.class,
            PolicyChangeCommand.PolicyImportCommand.class,
            PolicyDrafts.PolicyExportCommand.class,
            PolicyDrafts.PolicyTestCommand.class,
            PolicyDrafts.PolicyLearnCommand.class,
            PolicyProposeCommand.class
        })
final class PolicyCommand {}
