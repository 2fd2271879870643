package dev.belljar.agent.sync.script;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;

/// Limits of a fetch: bytes of the pack, bytes of one file, and time.
///
/// The variable `BELLJAR_MAX_FILE_MIB` sets the largest file, in MiB.
public record FetchLimits(long pack, long file, StallLimit stall) {
    public static final long LARGEST_MIB = 4_096;

    /// The default limits: 4 GiB in all, 100 MiB for each file.
    public static final FetchLimits USUAL = new FetchLimits(4L << 30, 100L << 20, StallLimit.USUAL);

    /// The limits that the environment sets.
    ///
    /// @throws IOException when the variable is not a number from 1 to 4096
    public static FetchLimits from(Map<String, String> environment) throws IOException {
        String mib = environment.get("BELLJAR_MAX_FILE_MIB");
        if (mib == null) {
            return USUAL;
        }
        if (!mib.matches("[0-9]{1,4}") || Long.parseLong(mib) < 1 || Long.parseLong(mib) > LARGEST_MIB) {
            throw new IOException("BELLJAR_MAX_FILE_MIB is \"%s\": expected a number of MiB from 1 to %d"
                    .formatted(mib, LARGEST_MIB));
        }
        return new FetchLimits(USUAL.pack, Long.parseLong(mib) << 20, USUAL.stall);
    }

    /// These limits with another total time.
    public FetchLimits within(Duration total) {
        return new FetchLimits(pack, file, new StallLimit(total, stall.silence(), stall.window(), stall.least()));
    }
}
