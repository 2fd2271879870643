package dev.belljar.agent.sync.push;

import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.SyncFaults;
import dev.belljar.contract.text.VisibleText;
import dev.belljar.contract.view.work.PushState;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What the script of a push answers: claims of the guest, of bounded length and in visible characters.
record GuestAnswer(PushState state, List<String> conflicts, String message) {
    private static final int MOST = 256 << 10;
    private static final int LONGEST = 1_000;
    private static final int MESSAGE = 4_000;
    private static final Map<String, PushState> STATES = Map.of(
            "up-to-date", PushState.UP_TO_DATE,
            "fast-forwarded", PushState.FAST_FORWARDED,
            "merged", PushState.MERGED,
            "rebased", PushState.REBASED,
            "diverged", PushState.DIVERGED,
            "conflicts", PushState.CONFLICTS,
            "unfinished", PushState.UNFINISHED,
            "blocked", PushState.BLOCKED);

    /// Reads the output to its end.
    ///
    /// @throws SyncException as soon as it is too long: a guest may never end it
    static byte[] read(InputStream output) throws SyncException, IOException {
        byte[] bytes = output.readNBytes(MOST + 1);
        if (bytes.length > MOST) {
            throw SyncFaults.refused("the guest's answer to the push is longer than " + MOST + " bytes", null);
        }
        return bytes;
    }

    /// The answer that this output is.
    static GuestAnswer of(byte[] bytes) throws SyncException {
        PushState state = null;
        List<String> conflicts = new ArrayList<>();
        StringBuilder message = new StringBuilder();
        for (String line : new String(bytes, StandardCharsets.UTF_8).split("\n")) {
            int space = line.indexOf(' ');
            String value = VisibleText.line(line.substring(space + 1));
            switch (space < 0 ? "" : line.substring(0, space)) {
                case "state" -> state = STATES.get(value);
                case "conflict" -> {
                    if (conflicts.size() < Divergence.SHOWN) {
                        conflicts.add(value.substring(0, Math.min(value.length(), LONGEST)));
                    }
                }
                case "said" -> message.append(message.isEmpty() ? "" : "\n").append(value);
                default -> {
                    // A later script may say more.
                }
            }
        }
        return answer(state, conflicts, message);
    }

    private static GuestAnswer answer(@Nullable PushState state, List<String> conflicts, StringBuilder message)
            throws SyncException {
        if (state == null) {
            throw SyncFaults.refused("the guest did not report whether the push succeeded", "Try again.");
        }
        message.setLength(Math.min(message.length(), MESSAGE));
        return new GuestAnswer(state, List.copyOf(conflicts), message.toString());
    }
}
