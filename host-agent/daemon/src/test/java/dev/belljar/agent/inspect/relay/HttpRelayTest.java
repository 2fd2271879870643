package dev.belljar.agent.inspect.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.gateway.FlowGrant;
import dev.belljar.agent.inspect.http.BodyFraming;
import dev.belljar.agent.inspect.http.BodyRelay;
import dev.belljar.agent.inspect.http.BodySample;
import dev.belljar.agent.inspect.http.ByteSpool;
import dev.belljar.agent.inspect.http.HttpExchange;
import dev.belljar.contract.http.HttpFault;
import dev.belljar.testing.property.ForAll;
import dev.belljar.testing.property.IntRange;
import dev.belljar.testing.property.Property;
import dev.belljar.testing.property.Size;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests which messages the relay forwards between a guest and a server, and which it refuses.
class HttpRelayTest {
    private static final String HOST = "api.example";
    private static final String VALUE = "sk-live/0123456789\"x";
    private static final String PLACEHOLDER = "belljar-secret-TOKEN-00112233";
    private static final String OTHER = "belljar-secret-OTHER-44556677";
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
    private static final Pattern EVIL_HOST = Pattern.compile("(?im)^host:.*evil");

    /// Both ends of a relay, in memory.
    private static final class Talk {
        final PlainRelaySide machine = new PlainRelaySide(InspectedStream.PLAIN);
        final PlainRelaySide server = new PlainRelaySide(InspectedStream.PLAIN);
        final List<HttpExchange> told = new ArrayList<>();
        final HttpRelay relay;

        Talk(KnownSecret... known) {
            this(FlowGrant.UNLIMITED, known);
        }

        Talk(FlowGrant grant, KnownSecret... known) {
            SecretInjector injector = new SecretInjector(HOST, List.of(known));
            relay = new HttpRelay(
                    machine,
                    server,
                    new InspectionContext(HOST, 443, true, false, injector, grant, told::add),
                    this::settle);
        }

        Talk asks(String text) {
            return asks(text, Integer.MAX_VALUE);
        }

        Talk asks(String text, int step) {
            feed(machine, text, step);
            return this;
        }

        Talk answers(String text) {
            return answers(text, Integer.MAX_VALUE);
        }

        Talk answers(String text, int step) {
            feed(server, text, step);
            return this;
        }

        private void feed(PlainRelaySide side, String text, int step) {
            byte[] bytes = bytes(text);
            for (int i = 0; i < bytes.length; i += Math.min(step, bytes.length)) {
                side.plainIn().add(bytes, i, Math.min(step, bytes.length - i));
                settle();
            }
        }

        private void settle() {
            while (relay.move()) {
                // Repeated until neither end has bytes left.
            }
        }

        String toServer() {
            return text(server);
        }

        String toMachine() {
            return text(machine);
        }

        private static String text(PlainRelaySide side) {
            ByteSpool out = side.plainOut();
            String text = new String(out.copy(0, out.size()), StandardCharsets.ISO_8859_1);
            out.clear();
            return text;
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static KnownSecret token(boolean anywhere) {
        return new KnownSecret("TOKEN", PLACEHOLDER, SecretValue.fixed(VALUE), anywhere, null);
    }

    private static KnownSecret other() {
        return new KnownSecret("OTHER", OTHER, null, false, null);
    }

    private static String get(String... fields) {
        return "GET /a HTTP/1.1\r\nHost: api.example\r\n" + String.join("\r\n", fields)
                + (fields.length > 0 ? "\r\n" : "") + "\r\n";
    }

    @Test
    void aRequestAndItsAnswerPassAndAreRecorded() {
        Talk talk = new Talk();
        talk.asks("POST /a?b HTTP/1.1\r\nHost: api.example\r\nContent-Length: 5\r\nCookie: me\r\n\r\nhello");
        assertThat(talk.toServer()).startsWith("POST /a?b HTTP/1.1\r\n").endsWith("\r\n\r\nhello");
        talk.answers(OK);
        assertThat(talk.toMachine()).isEqualTo(OK);
        HttpExchange told = talk.told.getFirst();
        assertThat(told.method + told.path + told.status + told.up + told.down).isEqualTo("POST/a?b20052");
        assertThat(told.sent).contains("Cookie: (not recorded)");
        assertThat(told.sentSample.text()).isEqualTo("hello");
        assertThat(told.gotSample.text()).isEqualTo("ok");
        assertThat(talk.relay.over()).isFalse();
    }

    @Test
    void aRequestThatTheRulesDoNotAllowIsAnsweredAndNotForwarded() {
        Talk talk = new Talk(new PathGrant("/acme/", true));
        talk.asks("GET /acme/x HTTP/1.1\r\nHost: api.example\r\n\r\n");
        assertThat(talk.toServer()).startsWith("GET /acme/x HTTP/1.1\r\n");
        talk.answers(OK);
        talk.toMachine();
        talk.asks("GET /evil HTTP/1.1\r\nHost: api.example\r\n\r\n");
        assertThat(talk.toServer()).isEmpty();
        assertThat(talk.toMachine()).startsWith("HTTP/1.1 403 ").contains("not this path; belljar-why");
        assertThat(talk.told.getLast().status).isEqualTo(403);
        assertThat(talk.told.getLast().path).isEqualTo("/evil");
    }

    @ParameterizedTest
    @ValueSource(strings = {"X-HTTP-Method-Override: DELETE", "x-original-url: /evil", "X-Rewrite-URL: /evil"})
    void aFieldThatChangesTheRequestIsRefusedWhereRulesTellRequestsApart(String field) {
        String request = "GET /acme/x HTTP/1.1\r\nHost: api.example\r\n" + field + "\r\n\r\n";
        Talk limited = new Talk(new PathGrant("/acme/", true)).asks(request);
        assertThat(limited.toServer()).isEmpty();
        assertThat(limited.toMachine()).startsWith("HTTP/1.1 403 ");
        assertThat(new Talk().asks(request).toServer()).contains(field);
    }

    /// A grant for the requests below a path.
    private record PathGrant(String path, boolean limitsRequests) implements FlowGrant {
        @Override
        public long upload(long bytes) {
            return bytes;
        }

        @Override
        public boolean stands() {
            return true;
        }

        @Override
        public @Nullable String requestRefusal(String method, String target) {
            return target.startsWith(path) ? null : "not this path";
        }
    }

    @Test
    void theNextRequestIsReadWhenTheAnswerBeforeIsComplete() {
        Talk talk = new Talk();
        talk.asks(get() + get("X: 2"));
        assertThat(talk.toServer()).doesNotContain("X: 2");
        talk.answers("HTTP/1.1 100 Continue\r\n\r\n" + OK);
        assertThat(talk.toServer()).contains("X: 2");
    }

    @Test
    void aSecondRequestForAnotherHostEndsTheConnection() {
        Talk talk = new Talk();
        talk.asks(get()).answers(OK).toServer();
        talk.asks("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n");
        assertThat(talk.toServer()).isEmpty();
        assertThat(talk.toMachine()).contains("HTTP/1.1 421 ").contains("the Host field does not match api.example");
        assertThat(talk.relay.over()).isTrue();
        assertThat(talk.told.getLast().problem).contains("the Host field does not match");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET / HTTP/1.1\nHost: api.example\n\n",
                "GET / HTTP/1.1\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: api.example\r\nHost: api.example\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: api.example, evil.example\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: api.example:80\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: api.example.\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: me@api.example\r\n\r\n",
                "GET / HTTP/1.1\r\nHost : api.example\r\n\r\n",
                "GET / HTTP/1.1\r\n Host: api.example\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: api.example\r\n folded\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: api.example\r\nX: a\u0000b\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: api.example\r\nX: a\rb\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: api.example\r\nX\u000b: a\r\n\r\n",
                "GET  / HTTP/1.1\r\nHost: api.example\r\n\r\n",
                "GET / HTTP/1.1 \r\nHost: api.example\r\n\r\n",
                "GET / HTTP/2.0\r\nHost: api.example\r\n\r\n",
                "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
                "GET http://evil.example/ HTTP/1.1\r\nHost: api.example\r\n\r\n",
                "GET http://api.example@evil.example/ HTTP/1.1\r\nHost: api.example\r\n\r\n",
                "GET api.example HTTP/1.1\r\nHost: api.example\r\n\r\n",
                "CONNECT evil.example:443 HTTP/1.1\r\nHost: api.example\r\n\r\n",
                "\r\nGET / HTTP/1.1\r\nHost: api.example\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: api.example\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: api.example\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd",
                "POST / HTTP/1.1\r\nHost: api.example\r\nContent-Length: 3, 3\r\n\r\nabc",
                "POST / HTTP/1.1\r\nHost: api.example\r\nContent-Length: +3\r\n\r\nabc",
                "POST / HTTP/1.1\r\nHost: api.example\r\nContent-Length: 0x3\r\n\r\nabc",
                "POST / HTTP/1.1\r\nHost: api.example\r\nContent-Length: \r\n\r\nabc",
                "POST / HTTP/1.1\r\nHost: api.example\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: api.example\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: api.example\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n",
                "POST / HTTP/1.0\r\nHost: api.example\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            })
    void anAmbiguousRequestIsNotForwarded(String request) {
        Talk talk = new Talk();
        talk.asks(request);
        assertThat(talk.toServer()).isEmpty();
        assertThat(talk.toMachine()).matches("(?s)HTTP/1\\.1 4\\d\\d .*Belljar did not forward this request: .*");
        assertThat(talk.relay.over()).isTrue();
        assertThat(talk.told.getFirst().problem).isNotBlank();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "g\r\nabc\r\n0\r\n\r\n",
                "3\nabc\r\n0\r\n\r\n",
                "3\r\nabcd\r\n0\r\n\r\n",
                "-3\r\nabc\r\n0\r\n\r\n",
                " 3\r\nabc\r\n0\r\n\r\n",
                "3 \r\nabc\r\n0\r\n\r\n",
                "fffffffffffffffff\r\nabc",
                "\r\nabc",
                "0\r\nHost evil\r\n\r\n",
            })
    void aBrokenChunkEndsTheConnection(String body) {
        Talk talk = new Talk();
        talk.asks("POST / HTTP/1.1\r\nHost: api.example\r\nTransfer-Encoding: chunked\r\n\r\n" + body
                + get("X: smuggled"));
        assertThat(talk.toServer()).doesNotContain("smuggled");
        assertThat(talk.relay.severed()).isTrue();
    }

    @Test
    void chunkExtensionsAndTrailersAreRemoved() {
        Talk talk = new Talk();
        talk.asks(String.join(
                "\r\n",
                "POST / HTTP/1.1",
                "Host: api.example",
                "Transfer-Encoding: chunked",
                "",
                "3;a=b",
                "abc",
                "0;x",
                "X-Late: 1",
                "",
                ""));
        assertThat(talk.toServer()).endsWith("\r\n\r\n3\r\nabc\r\n0\r\n\r\n");
    }

    @Test
    void anotherProtocolThanWebSocketIsNotOffered() {
        Talk talk = new Talk();
        talk.asks(get("Upgrade: h2c", "HTTP2-Settings: AAAA", "Connection: upgrade, http2-settings"));
        assertThat(talk.toServer()).doesNotContain("h2c").doesNotContain("AAAA");
        talk.answers("HTTP/1.1 101 Switching\r\n\r\n");
        assertThat(talk.toMachine()).contains(" 502 ");
    }

    @Test
    void aWebSocketPassesBothWaysOnceTheServerAgrees() {
        Talk talk = new Talk();
        talk.asks(get("Upgrade: websocket", "Connection: Upgrade")).toServer();
        talk.answers("HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\n\r\nhello")
                .asks("frames");
        assertThat(talk.toMachine()).endsWith("\r\n\r\nhello");
        assertThat(talk.toServer()).isEqualTo("frames");
        assertThat(talk.told.getFirst().status).isEqualTo(101);
    }

    @Test
    void anUnrequestedAnswerSeversTheConnection() {
        Talk talk = new Talk();
        talk.asks(get()).answers(OK + OK);
        assertThat(talk.toMachine()).isEqualTo(OK);
        assertThat(talk.relay.severed()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\nok",
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nok",
                "HTTP/1.1 200 OK\nContent-Length: 2\n\nok",
                "HTTP/2 200 OK\r\n\r\n",
                "SSH-2.0-x\r\n\r\n",
            })
    void anAmbiguousAnswerIsNotForwarded(String answer) {
        Talk talk = new Talk();
        talk.asks(get()).answers(answer);
        assertThat(talk.toMachine()).startsWith("HTTP/1.1 502 ").contains("Belljar could not forward this request");
    }

    @Property(tries = 60)
    void aSecretIsInjectedIntoARequestInAnyPieces(@ForAll @IntRange(min = 1, max = 40) int step) {
        Talk talk = new Talk(token(false), other());
        talk.asks(get("Authorization: Bearer " + PLACEHOLDER, "Range: bytes=0-1", "Accept-Encoding: gzip"), step);
        assertThat(talk.toServer())
                .contains("Authorization: Bearer " + VALUE + "\r\n")
                .contains("Accept-Encoding: identity")
                .doesNotContain("Range")
                .doesNotContain(PLACEHOLDER);
        talk.answers(OK);
        assertThat(talk.told.getFirst().secrets).containsExactly("TOKEN");
        assertThat(talk.told.getFirst().sent.toString()).doesNotContain(VALUE).doesNotContain(PLACEHOLDER);
    }

    @Test
    void aSecretInBasicCredentialsIsInjectedAndHidden() {
        Talk talk = new Talk(token(false));
        String real = base64("me:" + VALUE);
        talk.asks(get("Authorization: Basic " + base64("me:" + PLACEHOLDER)));
        assertThat(talk.toServer()).contains("Basic " + real);
        talk.answers("HTTP/1.1 200 OK\r\nContent-Length: " + real.length() + "\r\nX: " + real + "\r\n\r\n" + real);
        assertThat(talk.toMachine()).doesNotContain(real).contains(base64("me:" + PLACEHOLDER));
    }

    private static String base64(String text) {
        return java.util.Base64.getEncoder().encodeToString(bytes(text));
    }

    @Test
    void aPlaceholderNotBoundToTheNameIsRefused() {
        Talk talk = new Talk(token(false), other());
        talk.asks(get("X-Key: " + OTHER));
        assertThat(talk.toServer()).isEmpty();
        assertThat(talk.toMachine()).contains(" 403 ").contains("secret OTHER, which is not bound to api.example");
        assertThat(talk.told.getFirst().problem).contains("OTHER");
    }

    @Test
    void aPlaceholderInAUrlIsReplacedOnlyIfTheBindingAllows() {
        String request = "GET /?key=" + PLACEHOLDER + " HTTP/1.1\r\nHost: api.example\r\n\r\n";
        Talk narrow = new Talk(token(false));
        assertThat(narrow.asks(request).toServer()).isEmpty();
        Talk wide = new Talk(token(true));
        assertThat(wide.asks(request).toServer()).startsWith("GET /?key=sk-live%2F0123456789%22x HTTP/1.1");
        wide.answers(OK);
        assertThat(wide.told.getFirst().path).isEqualTo("/?key=" + PLACEHOLDER);
    }

    @Property(tries = 60)
    void aPlaceholderInABodyInAnyPiecesIsReplaced(@ForAll @IntRange(min = 1, max = 50) int step) {
        String body = "key=" + PLACEHOLDER + "&k2=" + PLACEHOLDER;
        Talk whole = new Talk(token(true));
        whole.asks(
                "POST / HTTP/1.1\r\nHost: api.example\r\nContent-Length: " + body.length() + "\r\n\r\n" + body, step);
        String filled = "key=" + VALUE + "&k2=" + VALUE;
        assertThat(whole.toServer())
                .contains("Content-Length: " + filled.length())
                .endsWith("\r\n\r\n" + filled);
        whole.answers(OK);
        assertThat(whole.told.getFirst().secrets).containsExactly("TOKEN");
        assertThat(whole.told.getFirst().sentSample.text()).isEqualTo(body);
        Talk chunked = new Talk(token(true));
        StringBuilder chunks = new StringBuilder();
        for (int i = 0; i < body.length(); i += step) {
            String piece = body.substring(i, Math.min(body.length(), i + step));
            chunks.append(Integer.toHexString(piece.length()))
                    .append("\r\n")
                    .append(piece)
                    .append("\r\n");
        }
        chunked.asks(
                "POST / HTTP/1.1\r\nHost: api.example\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks + "0\r\n\r\n");
        assertThat(plain(chunked.toServer())).endsWith(filled);
        chunked.answers(OK);
        assertThat(chunked.told.getFirst().secrets).containsExactly("TOKEN");
    }

    @Property(tries = 60)
    void aSecretInAnAnswerInAnyPiecesIsHidden(@ForAll @IntRange(min = 1, max = 50) int step) {
        Talk talk = new Talk(token(false));
        talk.asks(get("X-Key: " + PLACEHOLDER)).toServer();
        String body = "you said " + VALUE + " and sk-live/01 and " + VALUE;
        talk.answers(
                "HTTP/1.1 200 OK\r\nX-Was: " + VALUE + "\r\nContent-Length: " + body.length() + "\r\n\r\n" + body,
                step);
        String answer = talk.toMachine();
        assertThat(answer)
                .contains("X-Was: " + PLACEHOLDER)
                .doesNotContain(VALUE)
                .contains("chunked");
        assertThat(plain(answer)).endsWith("you said " + PLACEHOLDER + " and sk-live/01 and " + PLACEHOLDER);
        assertThat(talk.told.getFirst().gotSample.text()).doesNotContain(VALUE);
        assertThat(talk.relay.over()).isFalse();
    }

    /// A message without its chunked framing.
    private static String plain(String message) {
        int start = message.indexOf("\r\n\r\n") + 4;
        ByteSpool from = new ByteSpool(1 << 20);
        from.add(bytes(message.substring(start)));
        ByteSpool to = new ByteSpool(1 << 20);
        try {
            BodyRelay body = new BodyRelay(new BodyFraming.Chunked(), false, null, new BodySample(0), true);
            while (body.move(from, true, to)) {
                // Until the end.
            }
            assertThat(body.done()).isTrue();
        } catch (HttpFault e) {
            throw new AssertionError(e);
        }
        return new String(to.copy(0, to.size()), StandardCharsets.ISO_8859_1);
    }

    @Test
    void aCredentialThatCouldNotBeHiddenIsNotSent() {
        Talk talk = new Talk(token(false));
        String[] fields = new String[17];
        for (int i = 0; i < fields.length; i++) {
            fields[i] = "X-" + i + ": Basic " + base64(i + ":" + PLACEHOLDER);
        }
        talk.asks(get(fields));
        assertThat(talk.toServer()).isEmpty();
        assertThat(talk.toMachine()).startsWith("HTTP/1.1 431 ");
    }

    @Test
    void aSecretInTheReasonPhraseIsHidden() {
        Talk talk = new Talk(token(false));
        talk.asks(get("X-Key: " + PLACEHOLDER)).answers("HTTP/1.1 404 no " + VALUE + "\r\nContent-Length: 0\r\n\r\n");
        assertThat(talk.toMachine()).contains(PLACEHOLDER).doesNotContain(VALUE);
    }

    @Test
    void aCompressedAnswerAfterASecretWasUsedIsRefused() {
        Talk talk = new Talk(token(false));
        talk.asks(get("X-Key: " + PLACEHOLDER)).answers(OK).toMachine();
        talk.asks(get()).answers("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\nzz");
        assertThat(talk.toMachine()).startsWith("HTTP/1.1 502 ").doesNotContain("zz");
    }

    @Test
    void aLongBodyOfAnHttp10RequestIsRefused() {
        Talk talk = new Talk(token(true));
        talk.asks("POST / HTTP/1.0\r\nHost: api.example\r\nContent-Length: 60000\r\n\r\n");
        assertThat(talk.toServer()).isEmpty();
        assertThat(talk.toMachine()).startsWith("HTTP/1.1 411 ");
    }

    @Test
    void traceIsNotForwarded() {
        Talk talk = new Talk();
        talk.asks("TRACE / HTTP/1.1\r\nHost: api.example\r\n\r\n");
        assertThat(talk.toMachine()).startsWith("HTTP/1.1 405 ");
    }

    @Test
    void aCompressedAnswerToARequestWithASecretIsNotForwarded() {
        Talk talk = new Talk(token(false));
        talk.asks(get("X-Key: " + PLACEHOLDER))
                .answers("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\nzz");
        assertThat(talk.toMachine()).startsWith("HTTP/1.1 502 ").doesNotContain("zz");
    }

    @Test
    void aServerThatSendsDataFirstIsReported() {
        Talk talk = new Talk();
        talk.answers("220 mail.example ready\r\n");
        assertThat(talk.toMachine()).isEmpty();
        assertThat(talk.told.getFirst().problem).contains("sends data first");
    }

    @Test
    void repeatedPlaceholdersAreRefusedAboveTheLimit() {
        KnownSecret large = new KnownSecret("TOKEN", PLACEHOLDER, SecretValue.fixed("v".repeat(60_000)), true, null);
        Talk head = new Talk(large);
        head.asks(get("X: " + PLACEHOLDER.repeat(500)));
        assertThat(head.toServer()).isEmpty();
        assertThat(head.toMachine()).contains(" 431 ");
        Talk body = new Talk(large);
        body.asks("POST / HTTP/1.1\r\nHost: api.example\r\nContent-Length: 40600\r\n\r\n"
                + PLACEHOLDER.repeat(1_400).substring(0, 40_600));
        assertThat(body.toServer()).isEmpty();
        assertThat(body.toMachine()).contains(" 413 ");
    }

    @Test
    void aSecretWithLineBreaksAddsNoHeader() {
        Talk talk = new Talk(new KnownSecret("TOKEN", PLACEHOLDER, SecretValue.fixed("a\r\nHost: evil"), false, null));
        talk.asks(get("X-Key: " + PLACEHOLDER));
        assertThat(talk.toServer()).isEmpty();
        assertThat(talk.toMachine()).contains("line breaks").doesNotContain("evil");
    }

    @Property(tries = 2_000)
    void anyBytesLetTheRelayEnd(@ForAll @Size(max = 400) byte[] asked, @ForAll @Size(max = 400) byte[] answered) {
        Talk talk = new Talk(token(true));
        talk.asks(new String(asked, StandardCharsets.ISO_8859_1));
        talk.answers(new String(answered, StandardCharsets.ISO_8859_1));
        talk.machine.wireEnded();
        talk.server.wireEnded();
        talk.settle();
        assertThat(talk.relay.over()).isTrue();
    }

    @Property(tries = 3_000)
    void noSpoiledRequestReachesTheServerForAnotherHost(
            @ForAll @IntRange(max = 300) int place, @ForAll byte value, @ForAll @IntRange(max = 3) int kind) {
        String first = switch (kind) {
            case 0 -> "POST / HTTP/1.1\r\nHost: api.example\r\nContent-Length: 4\r\n\r\nabcd";
            case 1 ->
                "POST / HTTP/1.1\r\nHost: api.example\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nabcd\r\n0\r\n\r\n";
            case 2 -> "GET / HTTP/1.1\r\nHost: api.example\r\nX: y\r\n\r\n";
            default -> "GET / HTTP/1.1\r\nHost: api.example\r\nUpgrade: h2c\r\nConnection: upgrade\r\n\r\n";
        };
        byte[] bytes = bytes(first + "GET /evil HTTP/1.1\r\nHost: evil.example\r\n\r\n");
        bytes[place % first.length()] = value;
        Talk talk = new Talk();
        talk.asks(new String(bytes, StandardCharsets.ISO_8859_1)).answers(OK);
        String said = talk.toServer();
        int end = said.indexOf("\r\n\r\n");
        // A longer body may contain the second request; a head may not.
        boolean asBody = said.matches("(?is).*content-length: (?:[5-9]|\\d\\d).*") || said.matches("(?is).*chunked.*");
        assertThat(EVIL_HOST
                        .matcher(asBody && end > 0 ? said.substring(0, end) : said)
                        .find())
                .isFalse();
    }

    /// A secret whose value the test changes while the connection is open.
    private static final class ChangingValue implements SecretValue {
        private @Nullable String value = VALUE;
        private boolean due;
        private final List<Runnable> waiting = new ArrayList<>();

        @Override
        public @Nullable String now() {
            return value;
        }

        @Override
        public boolean due() {
            return due;
        }

        @Override
        public void renew(Runnable then) {
            waiting.add(then);
        }

        void renewed(@Nullable String fresh) {
            value = fresh;
            due = false;
            List<Runnable> all = List.copyOf(waiting);
            waiting.clear();
            all.forEach(Runnable::run);
        }
    }

    private static KnownSecret changing(SecretValue value) {
        return new KnownSecret("TOKEN", PLACEHOLDER, value, false, null);
    }

    @Test
    void aSecretThatIsRevokedIsNotSentOnAnOpenConnection() {
        ChangingValue value = new ChangingValue();
        Talk talk = new Talk(changing(value));
        talk.asks(get("Authorization: Bearer " + PLACEHOLDER));
        assertThat(talk.toServer()).contains(VALUE);
        talk.answers(OK);
        assertThat(talk.toMachine()).contains("200 OK");
        value.renewed(null);
        talk.asks(get("Authorization: Bearer " + PLACEHOLDER));
        assertThat(talk.toServer()).isEmpty();
        assertThat(talk.toMachine()).contains("403").contains("has no value now");
    }

    @Test
    void aRequestWaitsForTheRenewalOfItsSecret() {
        ChangingValue value = new ChangingValue();
        value.due = true;
        Talk talk = new Talk(changing(value));
        talk.asks(get("Authorization: Bearer " + PLACEHOLDER));
        assertThat(talk.toServer()).isEmpty();
        assertThat(value.waiting).hasSize(1);
        value.renewed("the-fresh-value");
        assertThat(talk.toServer()).contains("Bearer the-fresh-value").doesNotContain(VALUE);
        talk.answers(
                "HTTP/1.1 200 OK\r\nContent-Length: 40\r\nX: the-fresh-value\r\n\r\n" + VALUE + " the-fresh-value");
        assertThat(talk.toMachine()).doesNotContain("the-fresh-value").doesNotContain(VALUE);
    }

    @Test
    void aRequestWhoseSecretCannotBeRenewedIsRefused() {
        ChangingValue value = new ChangingValue();
        value.due = true;
        Talk talk = new Talk(changing(value));
        talk.asks(get("Authorization: Bearer " + PLACEHOLDER));
        value.renewed(null);
        assertThat(talk.toServer()).isEmpty();
        assertThat(talk.toMachine()).contains("403").contains("could not be renewed");
    }

    @Test
    void aGuestThatLeavesDuringARenewalEndsTheConnection() {
        ChangingValue value = new ChangingValue();
        value.due = true;
        Talk talk = new Talk(changing(value));
        talk.asks(get("Authorization: Bearer " + PLACEHOLDER));
        talk.relay.machineFailed("the guest left");
        value.renewed("the-fresh-value");
        assertThat(talk.toServer()).isEmpty();
        assertThat(talk.relay.over()).isTrue();
    }

    @Test
    void aRequestForNewTokensIsAnsweredWithThePlaceholder() {
        Talk talk = new Talk(new KnownSecret("TOKEN", PLACEHOLDER, null, false, "/oauth/token"));
        talk.asks("POST /oauth/token?a=b HTTP/1.1\r\nHost: api.example\r\nContent-Length: 9\r\n\r\n{\"a\": 12}");
        assertThat(talk.toServer()).isEmpty();
        assertThat(talk.toMachine())
                .startsWith("HTTP/1.1 200 OK\r\n")
                .contains("\"access_token\":\"" + PLACEHOLDER + "\"")
                .contains("\"refresh_token\":\"" + PLACEHOLDER + "\"");
        assertThat(talk.told).extracting(exchange -> exchange.status).containsExactly(200);
    }

    @Test
    void otherRequestsToALoginServerAreForwarded() {
        Talk talk = new Talk(new KnownSecret("TOKEN", PLACEHOLDER, null, false, "/oauth/token"));
        talk.asks("POST /oauth/device HTTP/1.1\r\nHost: api.example\r\nContent-Length: 0\r\n\r\n");
        assertThat(talk.toServer()).startsWith("POST /oauth/device");
    }
}
