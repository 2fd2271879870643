package dev.belljar.agent.api.http;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.api.http.StreamSlots.Client;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Tests that no client can use up the event streams of the other, and that a released slot can be taken
/// again.
class StreamSlotsTest {
    private final StreamSlots slots = new StreamSlots();

    @ParameterizedTest
    @EnumSource(Client.class)
    void oneClientCannotUseUpTheSlotsOfTheOther(Client greedy) throws Exception {
        Client other = greedy == Client.TCP ? Client.SOCKET : Client.TCP;
        for (int i = 0; i < StreamSlots.MOST_OF_CLIENT; i++) {
            slots.take("s" + i, greedy);
        }
        assertThatThrownBy(() -> slots.take("another", greedy))
                .isInstanceOf(ApiException.class)
                .hasMessageContaining("256 event streams")
                .hasMessageContaining(greedy == Client.TCP ? "over TCP" : "over the Unix socket");
        for (int i = 0; i < StreamSlots.MOST_OF_CLIENT; i++) {
            slots.take("s" + i, other);
        }
        slots.free("s0", greedy);
        slots.take("another", greedy);
    }

    @ParameterizedTest
    @EnumSource(Client.class)
    void oneClientCannotUseUpTheSandboxSlotsOfTheOther(Client greedy) throws Exception {
        Client other = greedy == Client.TCP ? Client.SOCKET : Client.TCP;
        for (Client each : new Client[] {greedy, other}) {
            for (int i = 0; i < StreamSlots.MOST_OF_ONE; i++) {
                slots.take("s1", each);
            }
            assertThatThrownBy(() -> slots.take("s1", each))
                    .isInstanceOf(ApiException.class)
                    .hasMessageContaining("64 event streams for this sandbox over ");
        }
        slots.take("s2", greedy);
        slots.free("s1", greedy);
        slots.take("s1", greedy);
        assertThatThrownBy(() -> slots.take("s1", other)).isInstanceOf(ApiException.class);
    }
}
