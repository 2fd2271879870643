package dev.belljar.client.command.jail;

import dev.belljar.client.help.CommandExamples;
import picocli.CommandLine.Command;

/// `belljar jail`: runs commands on this computer, confined to what they may see.
@CommandExamples({
    "belljar jail run -- npm test | Run a command that sees this computer's files, but not your secrets.",
    "belljar jail ps | List the jails that run."
})
@Command(
        name = "jail",
        description = "Run a command on this computer without access to your secrets.",
        mixinStandardHelpOptions = true,
        subcommands = {JailRunCommand.class, JailPsCommand.class, JailKillCommand.class, JailPolicyCommand.class})
final class JailCommand {}
