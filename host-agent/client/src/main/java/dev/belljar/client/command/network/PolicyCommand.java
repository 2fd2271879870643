package dev.belljar.client.command.network;

import picocli.CommandLine.Command;

/// `belljar policy`: shows and changes the network policy of a sandbox.
@Command(
        name = "policy",
        description = "Show, change, test or learn the network policy of a sandbox.",
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
