package dev.belljar.agent.api.http;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/// Limits how many event streams are open: for one client, and for one client on one sandbox.
///
/// All programs that use the same listener count as one client. The kernel names the user behind a Unix socket,
/// who is always the same, and on TCP there is only one token, so the programs of that user cannot be told
/// apart. But programs on TCP take no streams from the window and the command line, nor the other way round,
/// neither of all sandboxes nor of one.
public final class StreamSlots {
    static final int MOST_OF_CLIENT = 256;
    public static final int MOST_OF_ONE = 64;

    private final Map<Share, Integer> ofSandbox = new HashMap<>();
    private final Map<Client, Integer> ofClient = new EnumMap<>(Client.class);

    /// The client a stream is counted for.
    public enum Client {
        SOCKET("over the Unix socket"),
        TCP("over TCP");

        private final String words;

        Client(String words) {
            this.words = words;
        }

        public static Client of(boolean local) {
            return local ? SOCKET : TCP;
        }
    }

    /// One client's streams of one sandbox.
    private record Share(String sandbox, Client client) {}

    /// Takes a slot for one stream.
    ///
    /// @throws ApiException `events.too-many`
    public synchronized void take(String sandbox, Client client) throws ApiException {
        Share share = new Share(sandbox, client);
        int same = ofSandbox.getOrDefault(share, 0);
        if (same >= MOST_OF_ONE) {
            throw ApiException.tooManyStreams(MOST_OF_ONE, "for this sandbox " + client.words);
        }
        int own = ofClient.getOrDefault(client, 0);
        if (own >= MOST_OF_CLIENT) {
            throw ApiException.tooManyStreams(MOST_OF_CLIENT, client.words);
        }
        ofSandbox.put(share, same + 1);
        ofClient.put(client, own + 1);
    }

    /// Gives the slot of one stream back.
    public synchronized void free(String sandbox, Client client) {
        ofSandbox.computeIfPresent(new Share(sandbox, client), (which, open) -> open == 1 ? null : open - 1);
        ofClient.computeIfPresent(client, (who, open) -> open == 1 ? null : open - 1);
    }
}
