package dev.belljar.agent.sockets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.packet.IpAddress;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NameServerTest {
    @Test
    void nameServersAreParsed() throws Exception {
        assertThat(NameServer.parse("")).isEmpty();
        assertThat(NameServer.parse("127.0.0.1:5300, 192.0.2.53:53"))
                .containsExactly(
                        new NameServer(IpAddress.four(127, 0, 0, 1), 5_300),
                        new NameServer(IpAddress.four(192, 0, 2, 53), 53));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"dns.example:53", "127.0.0.1", "127.0.0.1:0", "127.0.0.1:65536", "[::1]:53", ",", "1.2.3.4:53,"})
    void invalidNameServersAreRefused(String words) {
        assertThatThrownBy(() -> NameServer.parse(words)).isInstanceOf(IOException.class);
    }
}
