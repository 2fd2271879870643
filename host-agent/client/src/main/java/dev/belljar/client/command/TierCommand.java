package dev.belljar.client.command;

import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.Tier;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/// `belljar tier N warm|cold`: keeps a stopped sandbox in less room.
@Command(
        name = "tier",
        description = "Keep a stopped sandbox in less room: warm (memory compressed) or cold (disk alone, packed).",
        mixinStandardHelpOptions = true)
final class TierCommand extends AskingOne {
    private Tier tier = Tier.WARM;

    TierCommand(Session session) {
        super(session);
    }

    @Parameters(index = "1", paramLabel = "TIER", description = "warm or cold.")
    void tier(String word) {
        tier = switch (word.toLowerCase(Locale.ROOT)) {
            case "warm" -> Tier.WARM;
            case "cold" -> Tier.COLD;
            default ->
                throw new ParameterException(spec().commandLine(), "tier \"" + word + "\": expected warm or cold");
        };
    }

    @Override
    public Integer call() throws Exception {
        Sandbox kept = session().agent().pack(sandbox, tier);
        if (json) {
            session().json(kept);
        } else {
            Tier is = kept.tier();
            session()
                    .line(
                            "%s is %s",
                            kept.spec().name(),
                            is == null ? "shut down" : is.name().toLowerCase(Locale.ROOT));
        }
        return 0;
    }
}
