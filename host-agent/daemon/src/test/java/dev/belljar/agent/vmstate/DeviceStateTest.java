package dev.belljar.agent.vmstate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class DeviceStateTest {
    private static byte[] hex(String digits) {
        return HexFormat.of().parseHex(digits.replace(" ", ""));
    }

    @Test
    void theConfigurationAndTheDescriptionAreAdded() throws Exception {
        byte[] stream = DeviceState.stream(hex("5145564d 00000003 04 aa bb 00"), "microvm");
        String name = HexFormat.of().formatHex("microvm".getBytes(StandardCharsets.US_ASCII));
        assertThat(stream).isEqualTo(hex("5145564d 00000003 07 00000007" + name + "04 aa bb 00 06 00000002 7b7d"));
    }

    @Test
    void aStateThatHasAConfigurationKeepsIt() throws Exception {
        byte[] stream = DeviceState.stream(hex("5145564d 00000003 07 00000001 61 04 00"), "microvm");
        assertThat(stream).isEqualTo(hex("5145564d 00000003 07 00000001 61 04 00 06 00000002 7b7d"));
    }

    @Test
    void aStreamThatQemuDidNotWriteIsRefused() {
        assertThatThrownBy(() -> DeviceState.stream(new byte[0], "microvm")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> DeviceState.stream(new byte[64], "microvm")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> DeviceState.stream(hex("5145564d 00000002 04 00"), "microvm"))
                .isInstanceOf(IOException.class);
    }
}
