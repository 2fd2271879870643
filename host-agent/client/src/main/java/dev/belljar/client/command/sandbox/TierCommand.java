package dev.belljar.client.command.sandbox;

import dev.belljar.client.AgentClient;
import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SandboxCommand;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.operation.StorageApi;
import dev.belljar.contract.request.storage.MoveToTier;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.StorageTier;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/// `belljar tier N warm|cold`: moves a stopped sandbox to a smaller tier.
@CommandExamples({
    "belljar tier shop warm | Compress the memory of a hibernated sandbox.",
    "belljar tier shop cold --yes | Delete a hibernated sandbox's memory and compress the disk, " + "without asking."
})
@Command(
        name = "tier",
        description = "Reduce the disk space that a stopped sandbox uses.",
        mixinStandardHelpOptions = true)
final class TierCommand extends SandboxCommand {
    @Option(
            names = {"-y", "--yes"},
            description =
                    "With `cold`, delete a hibernated sandbox's saved memory without asking. Its programs will not"
                            + " resume.")
    boolean yes;

    private StorageTier tier = StorageTier.WARM;

    TierCommand(CommandSession session) {
        super(session);
    }

    @Parameters(
            index = "1",
            paramLabel = "TIER",
            description = "Tier to move the sandbox to: warm (saved memory is compressed) or cold (saved memory is"
                    + " deleted and the disk is compressed).")
    void tier(String word) {
        tier = switch (word.toLowerCase(Locale.ROOT)) {
            case "warm" -> StorageTier.WARM;
            case "cold" -> StorageTier.COLD;
            default ->
                throw new ParameterException(
                        spec().commandLine(), "tier \"" + word + "\": expected \"warm\" or \"cold\"");
        };
    }

    @Override
    public Integer call() throws Exception {
        AgentClient agent = session().agent();
        boolean drop = yes;
        if (tier == StorageTier.COLD && !yes && !json && asleep(agent.call(SandboxApi.GET.at(sandbox)))) {
            Boolean answer = confirmed();
            if (Boolean.FALSE.equals(answer)) {
                session().aside("Nothing was changed.");
                return 1;
            }
            drop = answer != null;
        }
        Sandbox kept = agent.call(StorageApi.MOVE.at(sandbox), new MoveToTier(tier, drop));
        if (json) {
            session().json(kept);
        } else {
            StorageTier is = kept.tier();
            session()
                    .line(
                            "%s is %s",
                            kept.spec().name(),
                            is == null ? "shut down" : "in the " + is.name().toLowerCase(Locale.ROOT) + " tier");
        }
        return 0;
    }

    private static boolean asleep(Sandbox sandbox) {
        return sandbox.tier() == StorageTier.HOT || sandbox.tier() == StorageTier.WARM;
    }

    /// Asks the user for confirmation. Returns null without a terminal to ask on; the host agent then refuses
    /// and says what to do.
    private @Nullable Boolean confirmed() {
        String answer = session()
                .ask(("%s is hibernated. The cold tier deletes its saved memory, so its programs will not resume; its"
                                + " disk is not deleted. Continue? [y/N] ")
                        .formatted(sandbox));
        return answer == null ? null : answer.strip().toLowerCase(Locale.ROOT).startsWith("y");
    }
}
