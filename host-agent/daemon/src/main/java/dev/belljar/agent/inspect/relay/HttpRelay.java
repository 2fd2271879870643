package dev.belljar.agent.inspect.relay;

import dev.belljar.agent.inspect.http.BodyFraming;
import dev.belljar.agent.inspect.http.BodyRelay;
import dev.belljar.agent.inspect.http.ByteSpool;
import dev.belljar.agent.inspect.http.HttpExchange;
import dev.belljar.agent.inspect.http.RequestHead;
import dev.belljar.agent.inspect.http.ResponseHead;
import dev.belljar.agent.inspect.http.StreamReplacer;
import dev.belljar.contract.http.HeadLimits;
import dev.belljar.contract.http.HeaderFields;
import dev.belljar.contract.http.HttpFault;
import dev.belljar.contract.http.HttpHead;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/// Relays HTTP/1.1 between a guest and the verified server, one request at a time: the next request is read
/// when the response to the one before is complete, so no request can hide behind another. Every request must
/// be for that server.
///
/// An ambiguous message is not passed on: the guest gets the reason as a plain sentence, and the connection
/// ends. Not safe for several threads.
///
/// This is one class because what may be sent to one side depends on what the other side has sent. A request
/// may be read only when the response before it is complete; a response that begins before its request has
/// been sent completely, or without a request, ends the connection; a failure is answered while no response
/// has begun, and breaks the connection afterwards. The request's steps (`Asking`), the response's
/// (`Answering`) and the exchange that is recorded therefore share one state. What does not depend on it is
/// elsewhere: heads (`HttpHead`, `RequestHead`, `ResponseHead`), bodies (`BodyRelay`), secrets
/// (`SecretInjector`) and the two sides (`RelaySide`).
public final class HttpRelay {
    private static final byte[] GO_ON = "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    /// Bodies up to this many bytes are collected before they are sent, so that their length is known.
    private static final int WHOLE = 48 * 1024;

    private static final int MOST_FILLED = 256 << 10;
    private static final int ROOM = 1024;
    private static final Set<String> LENGTHS = Set.of("content-length", "transfer-encoding", "trailer");
    private static final Set<String> EXPECT = Set.of("expect");

    private enum Asking {
        HEAD,
        RENEWING,
        WHOLE_BODY,
        BODY,
        WAITING
    }

    private enum Answering {
        HEAD,
        BODY,
        REST
    }

    private final RelaySide machine;
    private final RelaySide server;
    private final InspectionContext context;
    private final Runnable renewed;
    private Asking asking = Asking.HEAD;
    private Answering answering = Answering.HEAD;
    private @Nullable HttpExchange exchange;
    private @Nullable RequestHead request;
    private @Nullable ResponseHead response;
    private @Nullable BodyRelay up;
    private @Nullable StreamReplacer outward;
    private @Nullable BodyRelay down;
    private @Nullable String serverFailure;
    private AtomicBoolean renewing = new AtomicBoolean();
    private boolean tunnel;
    private boolean over;
    private boolean severed;
    private boolean broken;
    private boolean served;

    /// A relay between these sides. `renewed` may be called on any thread; it moves the bytes again.
    public HttpRelay(RelaySide machine, RelaySide server, InspectionContext context, Runnable renewed) {
        this.renewed = renewed;
        this.machine = machine;
        this.server = server;
        this.context = context;
    }

    /// Whether nothing more is to be sent to either side.
    boolean over() {
        return over;
    }

    /// Whether the connection to the server is to be closed at once, with unsent bytes.
    boolean severed() {
        return severed;
    }

    /// Whether a response broke off, which the guest must be able to notice.
    boolean broken() {
        return broken;
    }

    /// Moves the bytes that can be moved; returns whether any were.
    boolean move() {
        if (over) {
            return false;
        }
        try {
            if (tunnel) {
                return pass();
            }
            boolean asked = ask();
            return answer() || asked;
        } catch (HttpFault e) {
            refuse(e);
            return true;
        }
    }

    private boolean ask() throws HttpFault {
        return switch (asking) {
            case HEAD -> askHead();
            case RENEWING -> askRenewed();
            case WHOLE_BODY -> askWhole();
            case BODY -> askBody();
            case WAITING -> false;
        };
    }

    private boolean askHead() throws HttpFault {
        if (!machine.ready()
                || (serverFailure == null && !server.ready())
                || server.plainOut().room() < HeadLimits.USUAL.bytes()) {
            return false;
        }
        if (!server.plainIn().isEmpty()) {
            return false; // bytes that came before the request are not its response
        }
        HttpHead head = machine.plainIn().takeHead();
        if (head == null) {
            boolean left =
                    serverFailure == null && server.ended() && machine.plainIn().isEmpty();
            if (machine.cut() || left) {
                end();
                return true;
            }
            return false;
        }
        HttpExchange begun = new HttpExchange();
        exchange = begun;
        RequestHead asked = RequestHead.of(head, context.host(), context.port());
        begun.asked(asked);
        RequestCheck.require(context.grant(), asked);
        if (serverFailure != null) {
            throw new HttpFault(502, serverFailure);
        }
        begin(asked, begun);
        return true;
    }

    private void begin(RequestHead asked, HttpExchange begun) throws HttpFault {
        byte[] own = context.injector().answer(asked);
        if (own != null) {
            begun.status = 200;
            machine.plainOut().add(own);
            sever();
        } else if (renew()) {
            request = asked;
            asking = Asking.RENEWING;
        } else {
            send(asked, begun);
        }
    }

    /// Whether a secret of this connection is being renewed.
    private boolean renew() {
        AtomicBoolean pending = new AtomicBoolean(true);
        renewing = pending;
        return context.injector().renew(() -> {
            pending.set(false);
            renewed.run();
        });
    }

    private boolean askRenewed() throws HttpFault {
        if (renewing.get() || renew()) {
            return false;
        }
        RequestHead asked = request;
        if (asked == null) {
            throw new IllegalStateException("no request waits for a secret");
        }
        send(asked, begun());
        return true;
    }

    private void send(RequestHead asked, HttpExchange begun) throws HttpFault {
        RequestHead filled = context.injector().fill(asked, begun.secrets);
        request = filled;
        if (!context.injector().reachesBodies() || filled.framing() instanceof BodyFraming.None) {
            write(filled, false, null);
        } else if (filled.framing() instanceof BodyFraming.Length(long bytes) && bytes <= WHOLE) {
            if (filled.fields().has("expect")) {
                machine.plainOut().add(GO_ON);
            }
            asking = Asking.WHOLE_BODY;
        } else if (filled.old()) {
            throw new HttpFault(411, "the body of the HTTP/1.0 request is too long for secrets to be inserted");
        } else {
            HeaderFields chunked = filled.fields().without(LENGTHS).with("Transfer-Encoding", "chunked");
            write(
                    filled.with(filled.target(), chunked, filled.framing()),
                    true,
                    context.injector().outward());
        }
    }

    private void write(RequestHead filled, boolean chunked, @Nullable StreamReplacer replacer) {
        server.plainOut().add(filled.head().bytes());
        boolean inChunks = chunked || filled.framing() instanceof BodyFraming.Chunked;
        outward = replacer;
        up = new BodyRelay(filled.framing(), inChunks, replacer, begun().sentSample, false);
        asking = Asking.BODY;
    }

    private HttpExchange begun() {
        HttpExchange now = exchange;
        if (now == null) {
            throw new IllegalStateException("no request is being relayed");
        }
        return now;
    }

    private boolean askWhole() throws HttpFault {
        RequestHead filled = request;
        if (filled == null || !(filled.framing() instanceof BodyFraming.Length(long bytes))) {
            throw new IllegalStateException("no body is awaited");
        }
        int length = (int) bytes;
        if (machine.plainIn().size() < length) {
            if (machine.cut()) {
                throw HttpFault.bad("the body ended too early");
            }
            return false;
        }
        byte[] body = machine.plainIn().copy(0, length);
        machine.plainIn().drop(length);
        HttpExchange begun = begun();
        begun.sentSample.add(body);
        begun.up = length;
        begun.secrets.addAll(context.injector().within(body));
        byte[] whole = filled(body);
        HeaderFields fields =
                filled.fields().without(LENGTHS).without(EXPECT).with("Content-Length", Integer.toString(whole.length));
        server.plainOut()
                .add(filled.with(filled.target(), fields, filled.framing())
                        .head()
                        .bytes());
        server.plainOut().add(whole);
        asking = Asking.WAITING;
        return true;
    }

    private byte[] filled(byte[] body) throws HttpFault {
        StreamReplacer outward = context.injector().outward();
        ByteArrayOutputStream whole = new ByteArrayOutputStream(body.length);
        for (int at = 0; at < body.length; at += ROOM) {
            whole.writeBytes(outward.next(Arrays.copyOfRange(body, at, Math.min(body.length, at + ROOM))));
            if (whole.size() > MOST_FILLED) {
                throw new HttpFault(
                        413, "the body with the secrets inserted is longer than %,d bytes".formatted(MOST_FILLED));
            }
        }
        whole.writeBytes(outward.end());
        return whole.toByteArray();
    }

    private boolean askBody() throws HttpFault {
        BodyRelay body = up;
        if (body == null) {
            throw new IllegalStateException("no request body is being relayed");
        }
        boolean moved = body.move(machine.plainIn(), machine.cut(), server.plainOut());
        begun().up = body.bytes();
        StreamReplacer put = outward;
        if (put != null) {
            begun().secrets.addAll(put.done());
        }
        if (body.done()) {
            asking = Asking.WAITING;
            return true;
        }
        return moved;
    }

    private boolean answer() throws HttpFault {
        if (exchange == null
                || request == null
                || asking == Asking.HEAD
                || asking == Asking.RENEWING
                || asking == Asking.WHOLE_BODY) {
            if (!server.plainIn().isEmpty()) {
                // Bytes without a request would be taken for the response to the next request.
                if (exchange == null && !served) {
                    exchange = new HttpExchange();
                    begun().problem = "the server sends data first, so the protocol is not HTTP: exclude the name from"
                            + " inspection";
                }
                sever();
                return true;
            }
            return false;
        }
        return switch (answering) {
            case HEAD -> answerHead(request);
            case BODY -> answerBody();
            case REST -> rest();
        };
    }

    private boolean answerHead(RequestHead asked) throws HttpFault {
        if (serverFailure != null) {
            throw new HttpFault(502, serverFailure);
        }
        ByteSpool in = server.plainIn();
        if (machine.plainOut().room() < 2 * HeadLimits.USUAL.bytes() || (in.isEmpty() && !server.ended())) {
            return false;
        }
        if (context.lenient() && !http(in)) {
            answering = Answering.REST;
            return true;
        }
        HttpHead head = takeHead(in);
        if (head == null) {
            if (server.cut()) {
                begun().problem = "the server closed the connection without a response";
                sever();
                return true;
            }
            return false;
        }
        ResponseHead got = ResponseHead.of(head, asked);
        ResponseHead shown = got.saying(context.injector().hidden(got.line()))
                .with(context.injector().hidden(got.fields()), got.framing());
        if (got.interim()) {
            machine.plainOut().add(shown.head().bytes());
            return true;
        }
        begun().answered(shown);
        answerWith(asked, got, shown);
        return true;
    }

    private static @Nullable HttpHead takeHead(ByteSpool in) throws HttpFault {
        try {
            return in.takeHead();
        } catch (HttpFault e) {
            throw new HttpFault(502, "the server's response was rejected (" + e.words() + ")");
        }
    }

    private static boolean http(ByteSpool in) {
        String start = "HTTP/";
        int most = Math.min(start.length(), in.size());
        return new String(in.copy(0, most), StandardCharsets.ISO_8859_1).equals(start.substring(0, most));
    }

    private void answerWith(RequestHead asked, ResponseHead got, ResponseHead shown) throws HttpFault {
        if (got.status() == 101) {
            if (!asked.upgrades()) {
                throw new HttpFault(
                        502, "the server's response switches to a protocol that the request did not ask for");
            }
            machine.plainOut().add(shown.head().bytes());
            response = shown;
            tell();
            tunnel = true;
            return;
        }
        requireReadable(got);
        boolean hides = context.injector().hides() && !(got.framing() instanceof BodyFraming.None);
        boolean chunked = got.framing() instanceof BodyFraming.Chunked || (hides && !asked.old());
        ResponseHead sent = shown;
        if (chunked && !(got.framing() instanceof BodyFraming.Chunked)) {
            sent = shown.with(
                    shown.fields().without(LENGTHS).with("Transfer-Encoding", "chunked"), new BodyFraming.Chunked());
        } else if (hides && !chunked) {
            sent = shown.with(shown.fields().without(LENGTHS), new BodyFraming.UntilClose());
        }
        String line = sent.old() && chunked ? sent.line().replaceFirst("^HTTP/1\\.0", "HTTP/1.1") : sent.line();
        machine.plainOut().add(new HttpHead(line, sent.fields()).bytes());
        response = sent;
        down = new BodyRelay(
                got.framing(), chunked, hides ? context.injector().inward() : null, begun().gotSample, true);
        answering = Answering.BODY;
    }

    /// Refuses a response that cannot be searched, if the guest uses, or has used, a secret on this connection.
    private void requireReadable(ResponseHead got) throws HttpFault {
        boolean coded = got.fields().words("content-encoding").stream().anyMatch(word -> !word.equals("identity"));
        if (coded && context.injector().hides()) {
            throw new HttpFault(
                    502,
                    "the server's response is compressed, which is not allowed on a connection that uses a secret");
        }
    }

    private boolean answerBody() throws HttpFault {
        BodyRelay body = down;
        if (body == null) {
            throw new IllegalStateException("no response is being relayed");
        }
        boolean moved = body.move(server.plainIn(), server.cut(), machine.plainOut());
        begun().down = body.bytes();
        if (!body.done()) {
            return moved;
        }
        boolean lasts =
                asking == Asking.WAITING && request != null && request.lasts() && response != null && response.lasts();
        tell();
        served = true;
        if (lasts) {
            asking = Asking.HEAD;
            answering = Answering.HEAD;
            request = null;
        } else {
            end();
        }
        return true;
    }

    /// Relays bytes after the end of HTTP: the guest gets them, and can send no more.
    private boolean rest() {
        return pour(server, machine) || (server.ended() && finished());
    }

    private boolean finished() {
        tell();
        end();
        return true;
    }

    private boolean pass() {
        boolean outward = pour(machine, server);
        boolean moved = pour(server, machine) || outward;
        if (machine.ended()) {
            server.finish();
        }
        if (server.ended()) {
            machine.finish();
        }
        if (machine.ended() && server.ended()) {
            end();
            return true;
        }
        return moved;
    }

    private static boolean pour(RelaySide from, RelaySide to) {
        int count = Math.min(from.plainIn().size(), to.plainOut().room());
        if (count < Math.min(ROOM, from.plainIn().size()) || count == 0) {
            return false;
        }
        to.plainOut().add(from.plainIn().copy(0, count));
        from.plainIn().drop(count);
        return true;
    }

    /// Handles that the server cannot be reached, or that its connection failed.
    void serverFailed(String why) {
        if (over || serverFailure != null) {
            return;
        }
        serverFailure = why;
        if (tunnel) {
            broken = true;
            sever();
            return;
        }
        boolean begunAnswer = answering != Answering.HEAD;
        if (exchange == null && served) {
            sever();
        } else if (exchange == null) {
            HttpExchange failed = new HttpExchange();
            failed.problem = why;
            context.listener().accept(failed);
        } else if (begunAnswer) {
            begun().problem = why;
            broken = true;
            sever();
        } else if (asking != Asking.HEAD) {
            refuse(new HttpFault(502, why));
        }
    }

    /// Handles that the guest broke off with a reason.
    void machineFailed(String why) {
        if (over) {
            return;
        }
        HttpExchange failed = exchange == null ? new HttpExchange() : exchange;
        failed.problem = why;
        exchange = failed;
        sever();
    }

    private void refuse(HttpFault fault) {
        HttpExchange refused = exchange == null ? new HttpExchange() : exchange;
        refused.problem = "not forwarded: " + fault.words();
        exchange = refused;
        broken |= answering != Answering.HEAD;
        if (answering == Answering.HEAD && !tunnel) {
            refused.status = fault.status();
            machine.plainOut().add(RefusalAnswer.bytes(fault, context.host()));
        }
        sever();
    }

    private void tell() {
        HttpExchange done = exchange;
        exchange = null;
        if (done != null) {
            context.listener().accept(done);
        }
    }

    private void sever() {
        severed = true;
        end();
    }

    /// Ends the relay on both sides, and records the exchange that was not recorded yet.
    void end() {
        if (over) {
            return;
        }
        over = true;
        tell();
        if (!broken) {
            machine.finish();
        }
        server.finish();
    }
}
