package dev.belljar.agent.guest.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.GuestFlow;
import dev.belljar.agent.guest.frame.TestBytes;
import dev.belljar.testing.property.ForAll;
import dev.belljar.testing.property.IntRange;
import dev.belljar.testing.property.Property;
import dev.belljar.testing.property.Size;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Tests that a valid FLOW record is read correctly, and that an invalid one breaks the link.
class FlowRecordTest {
    private static final int FLOW = 11;

    private static Records record(long protocol, long port) {
        return Records.record(0, FLOW, 7)
                .put(EventRecord.PID, 412)
                .put(EventRecord.PPID, 398)
                .put(EventRecord.START, 99)
                .put(EventRecord.UID, 1_000)
                .put(EventRecord.COMM, "curl")
                .put(EventRecord.EXE, "/usr/bin/curl")
                .put(EventRecord.ARGV, "curl\0-s\0a\u001bb")
                .put(EventRecord.PROTOCOL, protocol)
                .put(EventRecord.LOCAL_PORT, port)
                .put(EventRecord.ADDRESS, 0x5db8d822L)
                .put(EventRecord.PORT, 443);
    }

    @Test
    void aFlowRecordNamesItsProcess() throws Exception {
        GuestFlow flow = FlowRecord.read(record(6, 54_321).bytes()).orElseThrow();
        assertThat(flow.protocol()).isEqualTo("tcp");
        assertThat(flow.localPort()).isEqualTo(54_321);
        assertThat(flow.address()).isEqualTo(0x5db8d822);
        assertThat(flow.port()).isEqualTo(443);
        assertThat(flow.pid()).isEqualTo(412);
        assertThat(flow.ppid()).isEqualTo(398);
        assertThat(flow.exe()).isEqualTo("/usr/bin/curl");
        assertThat(flow.argv()).hasSize(3).startsWith("curl", "-s");
        assertThat(flow.argv().getLast()).doesNotContain("\u001b");
        assertThat(FlowRecord.read(record(17, 1).bytes()).orElseThrow().protocol())
                .isEqualTo("udp");
    }

    @Test
    void recordsOfANewerGuestAreIgnored() throws Exception {
        assertThat(FlowRecord.read(Records.record(0, 12, 7).bytes())).isEmpty();
        assertThat(FlowRecord.read(record(132, 5).bytes())).isEmpty();
    }

    @Test
    void invalidRecordsBreakTheLink() {
        for (byte[] wrong : List.of(
                record(6, 0).bytes(),
                record(6, 65_536).bytes(),
                record(256, 5).bytes(),
                Records.exit(1),
                Records.record(0, FLOW, 7).bytes(),
                TestBytes.join(record(6, 5).bytes(), record(6, 5).bytes()),
                new byte[0])) {
            assertThatThrownBy(() -> FlowRecord.read(wrong)).isInstanceOf(GuestException.class);
        }
    }

    @Property(tries = 2_000)
    void spoiledRecordsAreReadOrRefused(
            @ForAll @Size(max = 4) List<@IntRange(max = 200) Integer> places, @ForAll byte value) {
        byte[] payload = record(6, 54_321).bytes();
        places.forEach(place -> payload[place % payload.length] = value);
        try {
            Optional<GuestFlow> read = FlowRecord.read(payload);
            read.ifPresent(flow -> assertThat(flow.localPort()).isBetween(1, 65_535));
        } catch (GuestException e) {
            assertThat(e.code()).isNotNull();
        }
    }
}
