package dev.belljar.agent.api;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/// How many event streams are open: of one client, and of one client of one sandbox.
///
/// A client is whoever comes by one listener. The kernel names the user behind a Unix socket, who is always the same,
/// and whoever comes by TCP shows the one token there is: programs of that user are not told apart, but those by TCP
/// take nothing from the window and the command line, nor the other way round, of all sandboxes or of one.
final class StreamSlots {
    static final int MOST_OF_CLIENT = 256;
    static final int MOST_OF_ONE = 64;

    private final Map<Share, Integer> ofSandbox = new HashMap<>();
    private final Map<Client, Integer> ofClient = new EnumMap<>(Client.class);

    /// Who a stream is counted for.
    enum Client {
        SOCKET("over the Unix socket"),
        TCP("over TCP");

        private final String words;

        Client(String words) {
            this.words = words;
        }

        static Client of(boolean local) {
            return local ? SOCKET : TCP;
        }
    }

    /// What one client has of one sandbox.
    private record Share(String sandbox, Client client) {}

    /// Takes one.
    ///
    /// @throws ApiException `events.too-many`
    synchronized void take(String sandbox, Client client) throws ApiException {
        Share share = new Share(sandbox, client);
        int same = ofSandbox.getOrDefault(share, 0);
        if (same >= MOST_OF_ONE) {
            throw ApiException.tooManyStreams(MOST_OF_ONE, "of this sandbox " + client.words);
        }
        int own = ofClient.getOrDefault(client, 0);
        if (own >= MOST_OF_CLIENT) {
            throw ApiException.tooManyStreams(MOST_OF_CLIENT, client.words);
        }
        ofSandbox.put(share, same + 1);
        ofClient.put(client, own + 1);
    }

    /// Gives it back.
    synchronized void free(String sandbox, Client client) {
        ofSandbox.computeIfPresent(new Share(sandbox, client), (which, open) -> open == 1 ? null : open - 1);
        ofClient.computeIfPresent(client, (who, open) -> open == 1 ? null : open - 1);
    }
}
