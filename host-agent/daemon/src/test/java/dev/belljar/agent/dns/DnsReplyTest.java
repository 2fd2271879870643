package dev.belljar.agent.dns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.packet.IpAddress;
import dev.belljar.agent.packet.MalformedPacket;
import dev.belljar.testing.property.ForAll;
import dev.belljar.testing.property.IntRange;
import dev.belljar.testing.property.Property;
import dev.belljar.testing.property.Size;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class DnsReplyTest {
    private static final DnsQuery QUERY = new DnsQuery(0x1234, "www.example.org");

    @Test
    void addressesAtTheEndOfTheChainOfAliasesAreTaken() throws MalformedPacket {
        Answers answers = new Answers(QUERY)
                .alias("www.example.org", "cdn.example.net", 300)
                .alias("cdn.example.net", "edge.example.net", 60)
                .address("edge.example.net", "192.0.2.1", 20)
                .address("edge.example.net", "192.0.2.2", 30)
                .address("unasked.example.net", "192.0.2.66", 3);
        DnsReply reply = DnsReply.parse(answers.message(), QUERY);
        assertThat(reply.addresses()).containsExactly(IpAddress.four(192, 0, 2, 1), IpAddress.four(192, 0, 2, 2));
        assertThat(reply.seconds()).isEqualTo(3);
    }

    @Test
    void circularAliasesGiveNoAddress() throws MalformedPacket {
        Answers answers = new Answers(QUERY)
                .alias("www.example.org", "b.example.org", 1)
                .alias("b.example.org", "www.example.org", 1);
        assertThat(DnsReply.parse(answers.message(), QUERY).addresses()).isEmpty();
    }

    @Test
    void aReplyToAnotherQueryIsRefused() {
        for (DnsQuery other :
                new DnsQuery[] {new DnsQuery(0x1235, QUERY.name()), new DnsQuery(QUERY.id(), "www.example.com")}) {
            ByteBuffer message = new Answers(other).message();
            assertThatThrownBy(() -> DnsReply.parse(message, QUERY)).isInstanceOf(MalformedPacket.class);
        }
        assertThatThrownBy(() -> DnsReply.parse(QUERY.message(), QUERY)).isInstanceOf(MalformedPacket.class);
    }

    @Test
    void forwardAndSelfPointersAreRefused() {
        for (int pointer : new int[] {0xc000 | 33, 0xc000 | 35, 0xffff}) {
            ByteBuffer message = new Answers(QUERY).raw(pointer).message();
            assertThatThrownBy(() -> DnsReply.parse(message, QUERY)).isInstanceOf(MalformedPacket.class);
        }
    }

    @Property(tries = 5_000)
    void anyBytesAreReadOrRefused(@ForAll @Size(max = 300) byte[] tail, @ForAll @IntRange(max = 9) int answers) {
        ByteBuffer whole = ByteBuffer.allocate(400).put(new Answers(QUERY).message());
        whole.put(tail).flip().putShort(6, (short) answers);
        try {
            assertThat(DnsReply.parse(whole, QUERY).addresses().size()).isLessThanOrEqualTo(answers);
        } catch (MalformedPacket e) {
            assertThat(e).hasMessageStartingWith("DNS");
        }
    }
}
