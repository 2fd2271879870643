package dev.belljar.agent.api;

import java.util.HashMap;
import java.util.Map;

/// How many event streams are open: in all, by TCP, and of one sandbox.
final class StreamSlots {
    static final int MOST = 512;
    static final int MOST_TCP = 256;
    static final int MOST_OF_ONE = 64;

    private final Map<String, Integer> ofSandbox = new HashMap<>();
    private int all;
    private int tcp;

    /// Takes one.
    ///
    /// @throws ApiException `events.too-many`
    synchronized void take(String sandbox, boolean local) throws ApiException {
        int same = ofSandbox.getOrDefault(sandbox, 0);
        if (same >= MOST_OF_ONE) {
            throw ApiException.tooManyStreams(MOST_OF_ONE, "of this sandbox");
        }
        if (!local && tcp >= MOST_TCP) {
            throw ApiException.tooManyStreams(MOST_TCP, "by TCP");
        }
        if (all >= MOST) {
            throw ApiException.tooManyStreams(MOST, "of this host agent");
        }
        ofSandbox.put(sandbox, same + 1);
        all++;
        tcp += local ? 0 : 1;
    }

    /// Gives it back.
    synchronized void free(String sandbox, boolean local) {
        ofSandbox.computeIfPresent(sandbox, (id, open) -> open == 1 ? null : open - 1);
        all--;
        tcp -= local ? 0 : 1;
    }
}
