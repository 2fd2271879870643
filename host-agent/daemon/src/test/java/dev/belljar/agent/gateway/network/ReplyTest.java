package dev.belljar.agent.gateway.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.event.Event.NetEvent;
import dev.belljar.contract.event.NetOp;
import dev.belljar.contract.event.Verdict;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/// Tests each answer of the gateway byte by byte, with checksums that were not computed by the code under
/// test.
class ReplyTest {
    private static final String DOWN = "525400be1102" + "525400be1101" + "0800";
    private static final byte[] NOTHING = {};

    private final Bench bench = new Bench();

    @Test
    void arpForTheGatewayIsAnswered() {
        byte[] request = Frames.hex(
                "ffffffffffff525400be11020806" + "0001080006040001" + "525400be11020ad50002" + "0000000000000ad50001");
        assertThat(bench.answer(request))
                .isEqualTo("525400be1102525400be11010806" + "0001080006040002" + "525400be11010ad50001"
                        + "525400be11020ad50002");
        assertThat(bench.seen.last().verdict()).isEqualTo(Verdict.LOCAL);
    }

    @Test
    void arpForAnotherNeighbourGetsNoAnswerAndIsRecorded() {
        bench.send(Frames.REAL_ARP_ELSEWHERE);
        assertThat(bench.answers).isEmpty();
        assertThat(bench.seen.last().dst()).isEqualTo("10.213.0.9:0");
        assertThat(bench.seen.last().verdict()).isEqualTo(Verdict.REFUSED);
    }

    @Test
    void repeatedArpRequestsAreRecordedOnce() {
        byte[] request =
                Frames.hex("ffffffffffff525400be110208060001080006040001525400be11020ad50002" + "0000000000000ad50001");
        for (int i = 0; i < 1000; i++) {
            bench.send(request);
            bench.network.sweep();
        }
        assertThat(bench.answers).hasSize(1000);
        assertThat(bench.seen.all()).hasSize(1);
    }

    @Test
    void synIsResetWithItsNumberAcknowledged() {
        String reset = ip("5db8d822", "0ad50002", 6, 40) + "01bbbb4c" + "00000000" + "758698fd" + "5014" + "0000";
        String answer = bench.answer(Frames.REAL_SYN);
        assertThat(answer).startsWith(reset).hasSize(2 * 54);
        assertSound(answer);
        NetEvent event = bench.seen.last();
        assertThat(event.op()).isEqualTo(NetOp.OPEN);
        assertThat(event.proto()).isEqualTo("tcp");
        assertThat(event.src()).isEqualTo("10.213.0.2:47948");
        assertThat(event.dst()).isEqualTo("93.184.216.34:443");
        assertThat(event.bytes()).isEqualTo(60);
        assertThat(event.rule()).isEqualTo("closed");
        assertThat(event.dir()).isEqualTo("egress");
    }

    @Test
    void segmentsOfUnknownConnectionsAreResetInTheirOwnNumbers() {
        byte[] data = {1, 2, 3};
        String withAck = bench.answer(Frames.tcp("1.2.3.4", 80, 0x18, 1000, 0xffff_fff0L, data));
        assertThat(withAck).contains("0050" + "9c40" + "fffffff0" + "00000000" + "5004");
        assertSound(withAck);
        String finWithout = bench.answer(Frames.tcp("1.2.3.5", 80, 0x01, 1000, 0, data));
        assertThat(finWithout).contains("0050" + "9c40" + "00000000" + "000003ec" + "5014");
        assertSound(finWithout);
        assertThat(bench.seen.last().rule()).isEqualTo("not part of an open connection");
    }

    @Test
    void aResetIsNeverAnswered() {
        bench.send(Frames.tcp("1.2.3.4", 80, 0x04, 1, 0, NOTHING));
        bench.send(Frames.tcp("1.2.3.4", 80, 0x14, 1, 1, NOTHING));
        assertThat(bench.answers).isEmpty();
        assertThat(bench.totals().refused()).isEqualTo(1);
    }

    @Test
    void datagramGetsPortUnreachableQuotingIt() {
        String quoted = HexFormat.of().formatHex(Frames.REAL_DATAGRAM, 14, Frames.REAL_DATAGRAM.length);
        String answer = bench.answer(Frames.REAL_DATAGRAM);
        assertThat(answer).startsWith(ip("0ad50001", "0ad50002", 1, 20 + 8 + quoted.length() / 2) + "0303");
        assertThat(answer).endsWith("00000000" + quoted);
        assertSound(answer);
    }

    @Test
    void anErrorQuotesNoMoreThanTheRulesAllow() {
        String answer = bench.answer(Frames.udp("1.2.3.4", 99, new byte[9000]));
        assertThat(answer).hasSize(2 * (14 + 576));
        assertSound(answer);
    }

    @Test
    void errorsNeverAnswerErrorsOrMulticast() {
        bench.send(Frames.icmp("1.2.3.4", 3, 3, new byte[28]));
        bench.send(Frames.icmp("1.2.3.4", 0, 0, new byte[28]));
        for (String many : new String[] {"224.0.0.251", "255.255.255.255", "10.213.0.255", "0.0.0.0"}) {
            bench.send(Frames.udp(many, 5353, Frames.question("printer.local")));
            bench.send(Frames.tcp(many, 80, 2, 1, 0, NOTHING));
        }
        assertThat(bench.answers).isEmpty();
        assertThat(bench.totals().refused()).isEqualTo(9);
    }

    @Test
    void errorRepliesAreRateLimited() {
        for (int i = 0; i < 5_000; i++) {
            bench.send(Frames.REAL_DATAGRAM);
        }
        assertThat(bench.answers).hasSize(2_000);
        bench.clock.advance(java.time.Duration.ofSeconds(1));
        assertThat(bench.answer(Frames.REAL_DATAGRAM)).isNotEmpty();
    }

    @Test
    void echoToTheGatewayComesBack() {
        String answer = bench.answer(Frames.REAL_ECHO);
        assertThat(answer).startsWith(ip("0ad50001", "0ad50002", 1, 84) + "0000" + "f231" + "127b0000" + "1db9dd99");
        assertSound(answer);
        assertThat(bench.seen.last().verdict()).isEqualTo(Verdict.LOCAL);
    }

    @Test
    void anEchoBeyondTheGatewayIsProhibited() {
        String answer = bench.answer(Frames.icmp("1.2.3.4", 8, 0, new byte[56]));
        assertThat(answer).startsWith(ip("0ad50001", "0ad50002", 1, 20 + 8 + 84) + "030a");
        assertSound(answer);
        assertThat(bench.seen.last().verdict()).isEqualTo(Verdict.REFUSED);
    }

    @Test
    void anotherProtocolIsUnreachable() {
        String answer = bench.answer(Frames.ipv4("10.213.0.2", "1.2.3.4", 47, new byte[12]));
        assertThat(answer).startsWith(ip("0ad50001", "0ad50002", 1, 20 + 8 + 32) + "0302");
        assertSound(answer);
        assertThat(bench.seen.last().proto()).isEqualTo("gre");
    }

    @Test
    void aRefusedNameReturnsTheQuestion() {
        String answer = bench.answer(Frames.REAL_QUESTION);
        assertThat(answer).startsWith(ip("0ad50001", "0ad50002", 17, 57) + "00358d5a0025");
        assertThat(answer).endsWith("5a0f81050001000000000000076578616d706c65036f72670000010001");
        assertSound(answer);
        NetEvent event = bench.seen.last();
        assertThat(event.op()).isEqualTo(NetOp.DNS);
        assertThat(event.proto()).isEqualTo("dns");
        assertThat(event.name()).isEqualTo("example.org");
        assertThat(event.up()).isEqualTo(57);
        assertThat(event.down()).isEqualTo(57);
        assertThat(event.verdict()).isEqualTo(Verdict.REFUSED);
    }

    @Test
    void ednsIsAnsweredWithEdns() {
        byte[] question = Frames.question("a.example");
        question[11] = 1;
        byte[] option = Frames.hex("00" + "0029" + "04d0" + "00000000" + "0000");
        String answer = bench.answer(Frames.udp("10.213.0.1", 53, Frames.join(question, option)));
        assertThat(answer)
                .contains("5a0f8105" + "0001000000000001")
                // The option says that the name is blocked (15), and then in words why.
                .contains("0029" + "04d0" + "00000000" + "0036" + "000f" + "0032" + "000f" + "42656c6c6a6172");
        assertSound(answer);
    }

    @Test
    void brokenDnsGetsAFormatErrorAndIsRecorded() {
        byte[] pointer = Frames.hex("5a0f01000001000000000000" + "c00c" + "00010001");
        assertThat(bench.answer(Frames.udp("10.213.0.1", 53, pointer))).endsWith("5a0f8101" + "0000000000000000");
        assertThat(bench.seen.last().rule()).isEqualTo("malformed DNS message");
        assertThat(bench.totals().malformed()).isEqualTo(1);
    }

    @Test
    void aRecordedNameHasNoControlCharacters() {
        bench.send(Frames.udp("10.213.0.1", 53, Frames.question("EvIl\n\u001b[31m.\0name.ex\u00e4mple")));
        assertThat(bench.seen.last().name()).isEqualTo("evil???31m.?name.ex?mple");
    }

    @Test
    void everyNameSentToAnotherServerIsRecorded() {
        for (String name : new String[] {"one.example", "one.example", "two.example"}) {
            assertSound(bench.answer(Frames.udp("8.8.8.8", 53, Frames.question(name))));
        }
        assertThat(bench.seen.all().stream().map(NetEvent::name)).containsExactly("one.example", "two.example");
        assertThat(bench.seen.all().stream().map(NetEvent::dst)).containsOnly("8.8.8.8:53");
    }

    @Test
    void dhcpOffersAndConfirmsTheOneAddress() {
        String settings = "3604" + "0ad50001" + "3304" + "01e13380" + "0104" + "ffffff00" + "0304" + "0ad50001" + "0604"
                + "0ad50001" + "1a02" + "fff0" + "1c04" + "0ad500ff" + "ff";
        String offer = bench.answer(Frames.REAL_DISCOVER);
        assertThat(offer)
                .startsWith(ip("0ad50001", "0ad50002", 17, 328) + "00430044" + "0134")
                .contains("02010600" + "c0ce530f" + "00000000" + "00000000" + "0ad50002" + "00000000" + "00000000"
                        + "525400be1102")
                .contains("63825363" + "350102" + settings);
        assertSound(offer);
        String ack = bench.answer(Frames.dhcp("0.0.0.0", "255.255.255.255", 3, "3204" + "0ad50002"));
        assertThat(ack).contains("63825363" + "350105" + settings);
        assertSound(ack);
        assertThat(bench.seen.all()).hasSize(1);
        assertThat(bench.seen.last().verdict()).isEqualTo(Verdict.LOCAL);
    }

    @Test
    void dhcpForAnotherAddressIsDeniedAndForAnotherServerIgnored() {
        String nak = bench.answer(Frames.dhcp("0.0.0.0", "255.255.255.255", 3, "3204" + "c0a80105"));
        assertThat(nak).contains("63825363" + "350106" + "3604" + "0ad50001" + "ff");
        assertSound(nak);
        bench.answers.clear();
        bench.send(Frames.dhcp("0.0.0.0", "255.255.255.255", 3, "3204" + "0ad50002" + "3604" + "c0a80101"));
        assertThat(bench.answers).isEmpty();
    }

    @Test
    void dhcpClientThatWantsBroadcastGetsBroadcast() {
        byte[] discover = Frames.REAL_DISCOVER.clone();
        discover[14 + 20 + 8 + 10] = (byte) 0x80;
        discover[14 + 20 + 6] = 0;
        discover[14 + 20 + 7] = 0;
        assertThat(bench.answer(discover))
                .startsWith("ffffffffffff" + "525400be1101" + "0800")
                .contains("0ad50001" + "ffffffff" + "00430044");
    }

    /// Checks the header and transport checksums of an answer.
    private static void assertSound(String answer) {
        byte[] frame = Frames.hex(answer);
        assertThat(Frames.checksum(frame, 14, 34, 0)).as("IPv4 header checksum").isZero();
        byte[] payload = Arrays.copyOfRange(frame, 34, frame.length);
        int protocol = frame[23];
        int sum = protocol == 1
                ? Frames.checksum(payload, 0, payload.length, 0)
                : Frames.transport(dotted(frame, 26), dotted(frame, 30), protocol, payload);
        assertThat(sum).as("checksum of protocol " + protocol).isZero();
    }

    private static String dotted(byte[] frame, int at) {
        return (frame[at] & 0xff) + "." + (frame[at + 1] & 0xff) + "." + (frame[at + 2] & 0xff) + "."
                + (frame[at + 3] & 0xff);
    }

    private static String ip(String source, String target, int protocol, int total) {
        byte[] header = Frames.hex(
                "4500%04x".formatted(total) + "00004000" + "40%02x0000".formatted(protocol) + source + target);
        return DOWN + "4500%04x".formatted(total) + "00004000"
                + "40%02x%04x".formatted(protocol, Frames.checksum(header, 0, 20, 0)) + source + target;
    }
}
