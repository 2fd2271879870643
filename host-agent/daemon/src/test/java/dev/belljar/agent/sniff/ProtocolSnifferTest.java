package dev.belljar.agent.sniff;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.testing.property.ForAll;
import dev.belljar.testing.property.IntRange;
import dev.belljar.testing.property.Property;
import dev.belljar.testing.property.Size;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProtocolSnifferTest {
    private static final ProtocolSniffer HTTP = new ProtocolSniffer.Http("example.org");
    private static final ProtocolSniffer TLS = new ProtocolSniffer.Tls("example.org");

    @Property(tries = 200)
    void aHelloInAnyRecordsIsUndecidedUntilItIsWhole(@ForAll @IntRange(min = 1, max = 200) int most) {
        byte[] bytes = Hello.records(Hello.handshake(Hello.extension(0, Hello.serverName("Example.ORG"))), most);
        for (int i = 1; i < bytes.length; i++) {
            assertThat(FirstBytes.sniff(ByteBuffer.wrap(bytes, 0, i), false))
                    .isInstanceOf(ProtocolSniffer.Undecided.class);
        }
        assertThat(FirstBytes.sniff(ByteBuffer.wrap(bytes), false)).isEqualTo(TLS);
    }

    @Test
    void aHelloWithoutANameNamesNone() {
        assertThat(of(Hello.tls(""))).isEqualTo(new ProtocolSniffer.Tls(null));
    }

    @Test
    void anEncryptedHelloIsRecognised() {
        assertThat(of(Hello.encrypted("Example.ORG"))).isEqualTo(new ProtocolSniffer.Tls("example.org", true));
        assertThat(of(Hello.encrypted(""))).isEqualTo(new ProtocolSniffer.Tls(null, true));
        assertThat(of(Hello.encrypted("a..b"))).isInstanceOf(ProtocolSniffer.Broken.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "example.org\0",
                "example.org\0.evil.net",
                "example.org.",
                ".example.org",
                "a..b",
                "ex%61mple.org",
                "exa mple.org",
                "ex\u00e4mple.org",
                "example.org/",
                "example.org:443"
            })
    void aServerNameThatIsNotAPlainNameIsBroken(String name) {
        assertThat(of(Hello.tls(name))).isInstanceOf(ProtocolSniffer.Broken.class);
        assertThat(http("GET / HTTP/1.1\r\nHost: " + name.replace(":443", ":x") + "\r\n\r\n"))
                .isInstanceOf(ProtocolSniffer.Broken.class);
    }

    @Test
    void twoServerNamesAreBroken() {
        byte[] one = Hello.extension(0, Hello.serverName("example.org"));
        byte[] two = ByteBuffer.allocate(2 * one.length).put(one).put(one).array();
        assertThat(of(Hello.records(Hello.handshake(two), 1 << 14))).isInstanceOf(ProtocolSniffer.Broken.class);
    }

    @Test
    void aRecordThatIsNoHelloIsBroken() {
        assertThat(of(new byte[] {22, 3, 1, 0, 4, 2, 0, 0, 0})).isInstanceOf(ProtocolSniffer.Broken.class);
        assertThat(of(new byte[] {22, 3, 1, 0, 4, 1, 1, 0, 0})).isInstanceOf(ProtocolSniffer.Broken.class);
        assertThat(of(new byte[] {22, 3, 1, 0, 0})).isInstanceOf(ProtocolSniffer.Broken.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1503010002015a",
                "15030300020100",
                "140301000101",
                "17030300050000000000",
                "180301000401000100",
                "15020000020100",
                "150f0000020164",
                "160100003201000000",
                "160000000101",
                "802e0103010015",
                "802e01030000",
                "802e0100020015",
                "ff000102"
            })
    void recordsThatATlsServerReadsPastAreBroken(String hex) {
        byte[] bytes = java.util.HexFormat.of().parseHex(hex);
        assertThat(of(bytes)).isInstanceOf(ProtocolSniffer.Broken.class);
        for (int i = 1; i < bytes.length; i++) {
            ByteBuffer some = ByteBuffer.wrap(bytes, 0, i);
            assertThat(FirstBytes.sniff(some, false))
                    .isInstanceOfAny(ProtocolSniffer.Undecided.class, ProtocolSniffer.Broken.class);
            assertThat(FirstBytes.sniff(some, true)).isNotInstanceOf(ProtocolSniffer.Other.class);
        }
        byte[] hello = Hello.tls("evil.example");
        byte[] both = ByteBuffer.allocate(bytes.length + hello.length)
                .put(bytes)
                .put(hello)
                .array();
        assertThat(of(both)).isInstanceOf(ProtocolSniffer.Broken.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"160100000500000000000000d40700", "15100000020100", "190301000101", "802e0203", "802e0104"})
    void recordsThatNoTlsServerAcceptsAreAnotherProtocol(String hex) {
        assertThat(of(java.util.HexFormat.of().parseHex(hex))).isInstanceOf(ProtocolSniffer.Other.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET / HTTP/1.1\r\nHost: example.org\r\n\r\n",
                "\r\nGET / HTTP/1.1\nhOsT:Example.ORG:8080\nAccept: */*\n\n",
                "POST http://example.org/x HTTP/1.1\r\nA: b\r\nHost: example.org\r\n\r\nbody",
                "CONNECT example.org:443 HTTP/1.1\r\n\r\n",
                "OPTIONS * HTTP/1.1\r\nX: y\r\nHost: example.org \r\n\r\n"
            })
    void aRequestNamesItsServer(String request) {
        assertThat(http(request)).isEqualTo(HTTP);
        for (int i = 1; i < request.length() - 4; i++) {
            assertThat(http(request.substring(0, i))).isNotInstanceOf(ProtocolSniffer.Other.class);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET / HTTP/1.1\r\nHost: example.org\r\nHost: evil.net\r\n\r\n",
                "GET / HTTP/1.1\r\nHost : evil.net\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: example.org\r\n evil.net\r\n\r\n",
                "GET http://evil.net/ HTTP/1.1\r\nHost: example.org\r\n\r\n",
                "GET http://user@evil.net/ HTTP/1.1\r\n\r\n",
                "GET / HTTP/1.1\r\nA: b\0\r\nHost: example.org\r\n\r\n",
                "GET / HTTP/1.1\r\nA: b\rHost: evil.net\r\nHost: example.org\r\n\r\n",
                "GET / HTTP/1.1\r\nHost:\r\n\r\n"
            })
    void anAmbiguousRequestIsBroken(String request) {
        assertThat(http(request)).isInstanceOf(ProtocolSniffer.Broken.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET / HTTP/1.0\r\n\r\n", "PRI * HTTP/2.0\r\n\r\n", "GET /\r\n"})
    void aRequestWithoutAServerNamesNone(String request) {
        assertThat(http(request)).isEqualTo(new ProtocolSniffer.Http(null));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SSH-2.0-OpenSSH_9.2p1 Debian-2\r\n",
                "EHLO me\r\n",
                "USER anonymous\r\n",
                "\0\0\0\10\4\322\26/",
                "003agit-upload-pack /x.git\0host=example.org\0",
                "*1\r\n$4\r\nPING\r\n",
                "a/word/that/is/no/method"
            })
    void otherProtocolsAreNeitherTlsNorHttp(String first) {
        assertThat(http(first)).isInstanceOf(ProtocolSniffer.Other.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET  / HTTP/1.1\r\nHost: evil.net\r\n\r\n",
                "GET\t/ HTTP/1.1\r\nHost: evil.net\r\n\r\n",
                "GET / HTTP/1.10\r\nHost: evil.net\r\n\r\n",
                "GET / http/1.1\r\nHost: evil.net\r\n\r\n",
                " GET / HTTP/1.1\r\nHost: evil.net\r\n\r\n",
                "get  /\r\nHost: evil.net\r\n\r\n",
                "GET /a b HTTP/1.1\r\nHost: evil.net\r\n\r\n",
                "THIS-IS-A-METHOD-OF-MORE-THAN-THIRTY-TWO-LETTERS\t/ HTTP/1.1\r\nHost: evil.net\r\n\r\n"
            })
    void aRequestThatOnlySomeServersAcceptIsBroken(String request) {
        assertThat(http(request)).isInstanceOf(ProtocolSniffer.Broken.class);
    }

    @Test
    void aRequestWithALongMethodNamesItsServer() {
        assertThat(http("A".repeat(300) + " / HTTP/1.1\r\nHost: example.org\r\n\r\n"))
                .isEqualTo(HTTP);
        assertThat(http("A".repeat(300))).isInstanceOf(ProtocolSniffer.Undecided.class);
    }

    @Test
    void anIncompleteBeginningHasNoName() {
        ByteBuffer half = ByteBuffer.wrap(Hello.tls("example.org"), 0, 20);
        assertThat(FirstBytes.sniff(half, true)).isEqualTo(new ProtocolSniffer.Tls(null));
        byte[] request = "GET / HTTP/1.1\r\nX: y".getBytes(StandardCharsets.US_ASCII);
        assertThat(FirstBytes.sniff(ByteBuffer.wrap(request), true)).isEqualTo(new ProtocolSniffer.Http(null));
        String endless = "GET / HTTP/1.1\r\nX: " + "y".repeat(ProtocolSniffer.MOST);
        assertThat(http(endless)).isEqualTo(new ProtocolSniffer.Http(null));
        assertThat(http("GET / HTTP/1.1\r\nHost: a.org\r\nHost: b.org\r\nX: y"))
                .isInstanceOf(ProtocolSniffer.Broken.class);
    }

    @Property(tries = 5_000)
    void anyBytesAreReadWithoutAFault(@ForAll @Size(max = 500) byte[] bytes, @ForAll boolean all) {
        assertThat(FirstBytes.sniff(ByteBuffer.wrap(bytes), all)).isNotNull();
    }

    @Property(tries = 5_000)
    void spoiledHellosAreReadWithoutAFault(
            @ForAll @IntRange(max = 160) int place, @ForAll byte value, @ForAll @IntRange(max = 160) int cut) {
        byte[] hello = Hello.tls("example.org");
        hello[place % hello.length] = value;
        ProtocolSniffer sniffed = FirstBytes.sniff(ByteBuffer.wrap(hello, 0, hello.length - cut % hello.length), true);
        assertThat(sniffed).isNotNull();
    }

    private static ProtocolSniffer of(byte[] bytes) {
        return FirstBytes.sniff(ByteBuffer.wrap(bytes), false);
    }

    private static ProtocolSniffer http(String text) {
        return of(text.getBytes(StandardCharsets.ISO_8859_1));
    }
}
