package dev.belljar.client.command;

import picocli.CommandLine.Command;

/// `belljar policy`: shows and changes the network policy of a sandbox.
@Command(
        name = "policy",
        description = "Show, change, test or learn the network policy of a sandbox.",
        mixinStandardHelpOptions = true,
        subcommands = {
            PolicyShow.class,
            PolicyChange.Set.class,
            PolicyChange.Add.class,
            PolicyChange.Remove.class,
            PolicyChange.Import.class,
            PolicyDrafts.Export.class,
            PolicyDrafts.Test.class,
            PolicyDrafts.Learn.class,
            PolicyPropose.class
        })
final class PolicyCommand {}
