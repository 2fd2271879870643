package dev.belljar.agent.guest.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.guest.GuestEvent;
import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.frame.TestBytes;
import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.Event.FileEvent;
import dev.belljar.contract.event.Event.GapEvent;
import dev.belljar.contract.event.Event.OpaqueEvent;
import dev.belljar.contract.event.Event.ProcEvent;
import dev.belljar.contract.event.FileOp;
import dev.belljar.contract.event.ProcOp;
import dev.belljar.testing.property.ForAll;
import dev.belljar.testing.property.Property;
import dev.belljar.testing.property.Size;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Tests that each record of a guest becomes an event once, and that every missing number becomes a gap.
class EventDecoderTest {
    private static final long NOW_MS = 1_706_000_000_000L;
    private static final long MONO_NS = 100_000_000_000L;

    private static EventDecoder decoder(long recorded) {
        GuestClock clock = new GuestClock(InstantSource.fixed(Instant.ofEpochMilli(NOW_MS)));
        clock.set(MONO_NS, NOW_MS * 1_000_000);
        return new EventDecoder(clock, recorded);
    }

    private static Event only(Records entry) throws GuestException {
        List<GuestEvent> events = decoder(0).decode(entry.bytes());
        assertThat(events).hasSize(1);
        return events.getFirst().event();
    }

    @Test
    void aForkHasItsProcessAndItsParent() throws Exception {
        Event event = only(Records.record(1, 1, MONO_NS - 5_000_000L)
                .put(EventRecord.PID, 43)
                .put(EventRecord.PPID, 42)
                .put(EventRecord.START, 99)
                .put(EventRecord.COMM, "sh"));
        assertThat(event)
                .isEqualTo(new ProcEvent(
                        0, NOW_MS - 5, ProcOp.FORK, 43, 42, 99, -1, "sh", null, List.of(), null, null, null, 0, false));
    }

    @Test
    void anEventNumberOutOfRangeIsRefused() {
        for (long number : new long[] {0, -1, Long.MIN_VALUE, Long.MAX_VALUE, (1L << 53) + 1}) {
            assertThatThrownBy(() -> only(Records.record(number, 200, MONO_NS)))
                    .isInstanceOf(GuestException.class)
                    .hasMessageContaining("event number");
        }
    }

    @Test
    void anExecHasItsProgramFolderAndUser() throws Exception {
        Event event = only(Records.record(1, 2, MONO_NS)
                .put(EventRecord.PID, 43)
                .put(EventRecord.PPID, 42)
                .put(EventRecord.START, 99)
                .put(EventRecord.UID, 1000)
                .put(6, 1000)
                .put(EventRecord.EXE, "/usr/bin/curl")
                .put(EventRecord.CWD, "/workspace")
                .put(EventRecord.ARGV, "curl\0\0https://example.com\0")
                .put(EventRecord.COMM, "curl")
                .put(EventRecord.TRUNCATED, 1));
        assertThat(event)
                .isEqualTo(new ProcEvent(
                        0,
                        NOW_MS,
                        ProcOp.EXEC,
                        43,
                        42,
                        99,
                        1000,
                        "curl",
                        "/usr/bin/curl",
                        List.of("curl", "", "https://example.com"),
                        "/workspace",
                        null,
                        null,
                        0,
                        true));
    }

    @Test
    void anExitHasACodeOrASignal() throws Exception {
        ProcEvent code = (ProcEvent) only(Records.record(1, 3, MONO_NS)
                .put(EventRecord.PID, 43)
                .put(EventRecord.EXIT, 3)
                .put(EventRecord.CPU_NS, 777));
        assertThat(code.code()).isEqualTo(3);
        assertThat(code.signal()).isNull();
        assertThat(code.cpuNs()).isEqualTo(777);
        ProcEvent signal = (ProcEvent)
                only(Records.record(1, 3, MONO_NS).put(EventRecord.PID, 43).put(EventRecord.TERMSIG, 9));
        assertThat(signal.code()).isNull();
        assertThat(signal.signal()).isEqualTo(9);
        assertBroken(Records.record(1, 3, MONO_NS).put(EventRecord.PID, 43));
        assertBroken(Records.record(1, 3, MONO_NS)
                .put(EventRecord.PID, 43)
                .put(EventRecord.EXIT, 1)
                .put(EventRecord.TERMSIG, 9));
    }

    @Test
    void everyFileOperationIsDecoded() throws Exception {
        List<FileOp> inProtocolOrder = List.of(
                FileOp.CREATE,
                FileOp.WRITE,
                FileOp.RENAME,
                FileOp.UNLINK,
                FileOp.MKDIR,
                FileOp.RMDIR,
                FileOp.LINK,
                FileOp.SYMLINK,
                FileOp.TRUNCATE,
                FileOp.CHMOD);
        assertThat(inProtocolOrder).containsExactlyInAnyOrder(FileOp.values());
        for (int i = 0; i < inProtocolOrder.size(); i++) {
            FileOp op = inProtocolOrder.get(i);
            FileEvent event = (FileEvent) only(Records.record(1, 4, MONO_NS)
                    .put(EventRecord.PID, 43)
                    .put(EventRecord.OP, i + 1)
                    .put(EventRecord.PATH, new byte[] {'/', (byte) 0xFF, '\n'}));
            assertThat(event.op()).isEqualTo(op);
            assertThat(event.path()).isEqualTo("/\\xFF\\x0A");
            assertThat(event.bytes()).isEqualTo(-1);
            assertThat(event.to()).isNull();
        }
        FileEvent renamed = (FileEvent) only(Records.record(1, 4, MONO_NS)
                .put(EventRecord.PID, 43)
                .put(EventRecord.OP, 3)
                .put(EventRecord.PATH, "/a")
                .put(EventRecord.PATH2, "/b")
                .put(EventRecord.BYTES, 12));
        assertThat(renamed.to()).isEqualTo("/b");
        assertThat(renamed.bytes()).isEqualTo(12);
    }

    @Test
    void aLossHasItsCount() throws Exception {
        GapEvent gap = (GapEvent) only(Records.record(1, 9, MONO_NS).put(EventRecord.COUNT, 12));
        assertThat(gap.op()).isEqualTo("lost");
        assertThat(gap.count()).isEqualTo(12);
    }

    @Test
    void unknownRecordsAreKeptAsOpaqueEvents() throws Exception {
        assertThat(only(Records.record(1, 200, MONO_NS).put(77, new byte[] {1, 2})))
                .isEqualTo(new OpaqueEvent(0, NOW_MS, 200, "TQACAQI="));
        Event newOperation = only(Records.record(1, 4, MONO_NS)
                .put(EventRecord.PID, 43)
                .put(EventRecord.OP, 11)
                .put(EventRecord.PATH, "/a"));
        assertThat(newOperation).isInstanceOf(OpaqueEvent.class);
    }

    @Test
    void recordedNumbersAreSkipped() throws Exception {
        EventDecoder decoder = decoder(2);
        List<GuestEvent> events = decoder.decode(TestBytes.join(Records.exit(1), Records.exit(2), Records.exit(3)));
        assertThat(events).extracting(GuestEvent::number).containsExactly(3L);
        assertThat(decoder.last()).isEqualTo(3);
    }

    @Test
    void missingNumbersBecomeAGap() throws Exception {
        List<GuestEvent> events = decoder(2).decode(TestBytes.join(Records.exit(6), Records.exit(7), Records.exit(9)));
        assertThat(events).extracting(GuestEvent::number).containsExactly(5L, 6L, 7L, 8L, 9L);
        assertThat(((GapEvent) events.getFirst().event()).count()).isEqualTo(3);
        assertThat(((GapEvent) events.get(3).event()).count()).isEqualTo(1);
    }

    @Test
    void theFirstNumberAfterATemplateIsNoGap() throws Exception {
        assertThat(decoder(0).decode(Records.exit(500)))
                .extracting(GuestEvent::number)
                .containsExactly(500L);
    }

    @Test
    void eventNumbersMustRise() throws Exception {
        EventDecoder decoder = decoder(0);
        List<GuestEvent> _ = decoder.decode(Records.exit(5));
        assertThatThrownBy(() -> decoder.decode(Records.exit(5))).isInstanceOf(GuestException.class);
        assertThatThrownBy(() -> decoder.decode(Records.exit(4))).isInstanceOf(GuestException.class);
        assertThatThrownBy(() -> decoder(0).decode(Records.exit(0))).isInstanceOf(GuestException.class);
        assertThatThrownBy(() -> decoder(0).decode(Records.exit(-1))).isInstanceOf(GuestException.class);
    }

    @Test
    void malformedRecordsBreakTheConversation() {
        assertBroken(Records.record(1, 1, MONO_NS));
        assertBroken(Records.record(1, 1, MONO_NS).put(EventRecord.PID, 1L << 40));
        assertBroken(Records.record(1, 1, MONO_NS).put(EventRecord.PID, "four"));
        assertBroken(Records.record(1, 1, MONO_NS).put(EventRecord.PID, 1).put(EventRecord.PID, 1));
        assertBroken(Records.record(1, 4, MONO_NS).put(EventRecord.PID, 1).put(EventRecord.OP, 1));
        byte[] whole = Records.exit(1);
        assertThatThrownBy(() -> decoder(0).decode(java.util.Arrays.copyOf(whole, whole.length - 1)))
                .isInstanceOf(GuestException.class);
    }

    @Test
    void textIsCutAtItsLimit() throws Exception {
        FileEvent event = (FileEvent) only(Records.record(1, 4, MONO_NS)
                .put(EventRecord.PID, 1)
                .put(EventRecord.OP, 1)
                .put(EventRecord.PATH, "/".repeat(9_000)));
        assertThat(event.path()).hasSize(4_096);
    }

    @Property(tries = 2_000)
    void anyBytesDecodeOrBreakTheLink(@ForAll @Size(max = 300) byte[] bytes) {
        decodesOrBreaks(bytes);
    }

    @Property(tries = 500)
    void anyMutationDecodesOrBreaksTheLink(@ForAll long seed) {
        Random random = new Random(seed);
        byte[] bytes = TestBytes.join(
                Records.exit(1),
                Records.record(2, 2, MONO_NS)
                        .put(EventRecord.PID, 43)
                        .put(EventRecord.ARGV, "a\0b\0")
                        .bytes(),
                Records.exit(3));
        for (int i = random.nextInt(4); i >= 0; i--) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
        }
        decodesOrBreaks(bytes);
    }

    private static void decodesOrBreaks(byte[] bytes) {
        List<GuestEvent> events = new ArrayList<>();
        try {
            events.addAll(decoder(0).decode(bytes));
        } catch (GuestException e) {
            assertThat(e.code()).isEqualTo(GuestException.BROKEN);
        }
        assertThat(events.size()).isLessThanOrEqualTo(2 * bytes.length / 21);
    }

    private static void assertBroken(Records entry) {
        assertThatThrownBy(() -> decoder(0).decode(entry.bytes()))
                .isInstanceOfSatisfying(
                        GuestException.class, e -> assertThat(e.code()).isEqualTo(GuestException.BROKEN));
    }
}
