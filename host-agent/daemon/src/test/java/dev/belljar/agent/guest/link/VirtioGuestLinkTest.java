package dev.belljar.agent.guest.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.guest.ExecOutcome;
import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.GuestExec;
import dev.belljar.agent.guest.GuestExit;
import dev.belljar.agent.guest.GuestHeartbeat;
import dev.belljar.agent.guest.GuestHello;
import dev.belljar.agent.guest.GuestIdentity;
import dev.belljar.agent.guest.GuestLink;
import dev.belljar.agent.guest.GuestProcess;
import dev.belljar.agent.guest.GuestStream;
import dev.belljar.agent.guest.LinkState;
import dev.belljar.agent.guest.ListeningPort;
import dev.belljar.agent.guest.event.EventRecord;
import dev.belljar.agent.guest.event.Records;
import dev.belljar.agent.guest.frame.FieldTag;
import dev.belljar.agent.guest.frame.FieldsWriter;
import dev.belljar.agent.guest.frame.LinkFrame;
import dev.belljar.agent.guest.frame.PayloadFields;
import dev.belljar.agent.guest.frame.TestBytes;
import dev.belljar.agent.guest.stream.ReceiveBuffer;
import dev.belljar.contract.request.session.ExecCommand;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests requests to a scripted guest, and their results.
@Timeout(300)
@Tag("slow")
class VirtioGuestLinkTest {
    private static final byte[] HELLO = "hello".getBytes(StandardCharsets.UTF_8);

    private static GuestException refusal(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        GuestException[] caught = new GuestException[1];
        assertThatThrownBy(call).isInstanceOfSatisfying(GuestException.class, e -> caught[0] = e);
        return caught[0];
    }

    @Test
    void aCommandRunsToItsExitCode() throws Exception {
        try (LinkFixture fixture = LinkFixture.with((peer, _) -> {
            peer.greet();
            LinkFrame open = peer.expect(LinkFrame.OPEN);
            PayloadFields fields = PayloadFields.of(open.payload());
            assertThat(fields.integer(FieldTag.KIND)).isEqualTo(1);
            assertThat(fields.all(FieldTag.ARG)).hasSize(2);
            assertThat(fields.text(FieldTag.CWD, 100)).isEqualTo("/workspace");
            assertThat(fields.text(FieldTag.USER, 100)).isEqualTo("agent");
            peer.opened(open.stream());
            peer.data(open.stream(), 1, HELLO);
            peer.data(open.stream(), 2, new byte[] {'!'});
            peer.closed(open.stream(), FieldTag.EXIT, 3);
            peer.listen();
        })) {
            ExecOutcome outcome = ExecOutcome.of(fixture.up().exec(ExecCommand.of("say", "hello")), new byte[0], 1_000);
            assertThat(outcome.exit()).isEqualTo(new GuestExit(3, null, false));
            assertThat(outcome.out()).isEqualTo(HELLO);
            assertThat(outcome.err()).isEqualTo(new byte[] {'!'});
            assertThat(outcome.truncated()).isFalse();
        }
    }

    @Test
    void aTimedOutCommandIsReportedAsSuch() throws Exception {
        try (LinkFixture fixture = LinkFixture.with((peer, _) -> {
            peer.greet();
            int stream = peer.expect(LinkFrame.OPEN).stream();
            peer.opened(stream);
            byte[] result = new FieldsWriter()
                    .put(FieldTag.TERMSIG, 15)
                    .put(FieldTag.TIMED_OUT, 1)
                    .payload();
            peer.send(new LinkFrame(stream, LinkFrame.CLOSED, result));
            peer.listen();
        })) {
            try (GuestExec exec = fixture.up().exec(ExecCommand.of("sleep", "9"))) {
                assertThat(exec.pid()).isEqualTo(42);
                assertThat(exec.await()).isEqualTo(new GuestExit(null, 15, true));
                assertThat(exec.stdout().read()).isEqualTo(-1);
            }
        }
    }

    @Test
    void aCommandThatTheGuestNeverEndsIsGivenUpAfterItsLimit() throws Exception {
        LinkTiming brief = LinkFixture.patientFor(Duration.ofSeconds(4));
        BlockingQueue<Integer> after = new LinkedBlockingQueue<>();
        try (LinkFixture fixture = LinkFixture.with(brief, (peer, _) -> {
            peer.greet();
            int stream = peer.expect(LinkFrame.OPEN).stream();
            peer.opened(stream);
            peer.data(stream, 1, HELLO);
            after.add(peer.expect(LinkFrame.ABORT).stream() - stream);
            peer.listen();
        })) {
            ExecCommand command = new ExecCommand(List.of("dawdle"), null, Map.of(), null, false, 0, 0, 100);
            GuestException fault = refusal(() -> ExecOutcome.of(fixture.up().exec(command), new byte[0], 1_000));
            assertThat(fault.code()).isEqualTo(GuestException.UNREACHABLE);
            assertThat(fault)
                    .hasMessageContaining("dawdle in shop")
                    .hasMessageContaining("the guest did not stop it within");
            assertThat(after.poll(60, TimeUnit.SECONDS)).isZero();
        }
    }

    /// The number tells a missing program from others, whatever the guest's words are.
    @ParameterizedTest
    @CsvSource({"2, guest.no-such-file", "13, guest.refused"})
    void aCommandThatCannotStartHasAReason(int errno, String code) throws Exception {
        try (LinkFixture fixture = LinkFixture.with((peer, _) -> {
            peer.greet();
            byte[] result = new FieldsWriter()
                    .put(FieldTag.ERRNO, errno)
                    .put(FieldTag.MESSAGE, "no such program")
                    .payload();
            peer.send(new LinkFrame(peer.expect(LinkFrame.OPEN).stream(), LinkFrame.CLOSED, result));
            int late = peer.expect(LinkFrame.OPEN).stream();
            peer.opened(late);
            peer.send(new LinkFrame(late, LinkFrame.CLOSED, result));
            peer.listen();
        })) {
            GuestLink link = fixture.up();
            GuestException early = refusal(() -> link.exec(ExecCommand.of("nope")));
            assertThat(early.code().code()).isEqualTo(code);
            assertThat(early).hasMessageContaining("nope").hasMessageContaining("no such program");
            try (GuestExec exec = link.exec(ExecCommand.of("nope"))) {
                GuestException late = refusal(exec::await);
                assertThat(late.code().code()).isEqualTo(code);
                assertThat(late).hasMessageContaining("no such program");
            }
        }
    }

    @Test
    void signalsSizesAndEndOfInputReachTheGuest() throws Exception {
        try (LinkFixture fixture = LinkFixture.with((peer, _) -> {
            peer.greet();
            int stream = peer.expect(LinkFrame.OPEN).stream();
            peer.opened(stream);
            assertThat(PayloadFields.of(peer.next().payload()).integer(FieldTag.SIGNAL))
                    .isEqualTo(2);
            PayloadFields size = PayloadFields.of(peer.next().payload());
            assertThat(size.integer(FieldTag.ROWS)).isEqualTo(40);
            assertThat(size.integer(FieldTag.COLS)).isEqualTo(120);
            assertThat(peer.next().payload()).isEqualTo(TestBytes.join(new byte[1], HELLO));
            assertThat(peer.next().type()).isEqualTo(LinkFrame.EOF);
            assertThat(peer.next().type()).isEqualTo(LinkFrame.ABORT);
            peer.closed(stream, FieldTag.TERMSIG, 1);
            peer.listen();
        })) {
            GuestExec exec = fixture.up().exec(ExecCommand.of("cat"));
            exec.signal(2);
            exec.resize(40, 120);
            exec.stdin().write(HELLO);
            exec.stdin().close();
            exec.stdin().close();
            exec.close();
            exec.close();
            assertThatThrownBy(() -> exec.stdout().read()).isInstanceOf(IOException.class);
        }
    }

    @Test
    void anUnreadStreamDoesNotBlockOthers() throws Exception {
        try (LinkFixture fixture = LinkFixture.with((peer, _) -> {
            peer.greet();
            int unread = peer.expect(LinkFrame.OPEN).stream();
            peer.opened(unread);
            for (int sent = 0; sent < ReceiveBuffer.WINDOW; sent += 32_768) {
                peer.data(unread, 1, new byte[32_768]);
            }
            int read = peer.expect(LinkFrame.OPEN).stream();
            peer.opened(read);
            for (int sent = 0; sent < 8; sent++) {
                peer.data(read, 1, new byte[65_000]);
                peer.data(read, 2, new byte[536]);
                peer.expect(LinkFrame.CREDIT);
            }
            peer.closed(read, FieldTag.EXIT, 0);
            peer.closed(unread, FieldTag.EXIT, 0);
            peer.listen();
        })) {
            GuestLink link = fixture.up();
            try (GuestExec unread = link.exec(ExecCommand.of("yes"));
                    GuestExec read = link.exec(ExecCommand.of("yes"))) {
                ExecOutcome outcome = ExecOutcome.of(read, new byte[0], 100_000);
                assertThat(outcome.out()).hasSize(100_000);
                assertThat(outcome.err()).hasSize(8 * 536);
                assertThat(outcome.truncated()).isTrue();
                assertThat(unread.await()).isEqualTo(new GuestExit(0, null, false));
                assertThat(unread.stdout().readAllBytes()).hasSize(ReceiveBuffer.WINDOW);
            }
        }
    }

    @Test
    void aGuestThatExceedsItsCreditLosesItsLink() throws Exception {
        try (LinkFixture fixture = LinkFixture.with((peer, session) -> {
            peer.greet();
            int stream = peer.expect(LinkFrame.OPEN).stream();
            peer.opened(stream);
            if (session == 1) {
                for (int sent = 0; sent <= ReceiveBuffer.WINDOW; sent += 32_768) {
                    peer.data(stream, 1, new byte[32_768]);
                }
            } else {
                peer.closed(stream, FieldTag.EXIT, 0);
            }
            peer.listen();
        })) {
            GuestExec broken = fixture.up().exec(ExecCommand.of("flood"));
            assertThat(refusal(broken::await).code()).isEqualTo(GuestException.UNREACHABLE);
            assertThat(fixture.observer().awaitDown()).contains("credit");
            try (GuestExec exec = fixture.up().exec(ExecCommand.of("true"))) {
                assertThat(exec.await().code()).isEqualTo(0);
            }
        }
    }

    /// A reader that is faster than the observer would keep an object for each of these frames.
    @Test
    void eventFramesWithoutARecordDropTheLink() throws Exception {
        byte[] empty = LinkFrame.empty(0, LinkFrame.EVENTS).encoded();
        byte[] many = new byte[empty.length * 10_000];
        for (int at = 0; at < many.length; at += empty.length) {
            System.arraycopy(empty, 0, many, at, empty.length);
        }
        try (LinkFixture fixture = LinkFixture.with((peer, session) -> {
            peer.greet();
            if (session == 1) {
                for (int sent = 0; sent < 20_000_000; sent += 10_000) {
                    peer.send(many);
                }
            } else if (session == 2) {
                peer.send(new LinkFrame(0, LinkFrame.EVENTS, new byte[EventRecord.SIZE_LEAST - 1]));
            } else {
                peer.send(new LinkFrame(0, LinkFrame.EVENTS, Records.exit(1)));
            }
            peer.listen();
        })) {
            assertThat(fixture.observer().awaitDown()).contains("EVENTS frame of 0 bytes: expected a record");
            assertThat(fixture.observer().awaitDown()).contains("EVENTS frame of 20 bytes: expected a record");
            assertThat(fixture.observer().awaitEvents(1)).hasSize(1);
        }
    }

    @Test
    void aSilentGuestsLinkIsDown() throws Exception {
        LinkTiming strict = new LinkTiming(
                Duration.ofSeconds(5),
                Duration.ofMinutes(5),
                Duration.ofMinutes(5),
                Duration.ofMillis(1),
                Duration.ofMillis(50),
                Duration.ofSeconds(20),
                Duration.ofSeconds(20));
        try (LinkFixture fixture = LinkFixture.with(strict, (peer, session) -> {
            peer.greet();
            if (session == 1) {
                int stream = peer.expect(LinkFrame.OPEN).stream();
                peer.opened(stream);
                peer.fallSilent();
            }
            peer.listen();
        })) {
            GuestExec exec = fixture.up().exec(ExecCommand.of("sleep", "9"));
            assertThat(fixture.observer().awaitDown()).contains("nothing was received");
            assertThat(refusal(exec::await).code()).isEqualTo(GuestException.UNREACHABLE);
            assertThat(fixture.up().state()).isEqualTo(LinkState.UP);
        }
    }

    @Test
    void aConversationThatTheGuestEndedIsBegunAgainAtOnce() throws Exception {
        try (LinkFixture fixture = LinkFixture.with((peer, session) -> {
            peer.greet();
            if (session == 1) {
                peer.opened(peer.expect(LinkFrame.OPEN).stream());
                peer.send(LinkFrame.empty(0, LinkFrame.ENDED));
            }
            peer.listen();
        })) {
            GuestExec exec = fixture.up().exec(ExecCommand.of("sleep", "9"));
            assertThat(fixture.observer().awaitDown()).contains("the guest agent closed the connection");
            assertThat(refusal(exec::await).code()).isEqualTo(GuestException.UNREACHABLE);
            assertThat(fixture.up().state()).isEqualTo(LinkState.UP);
        }
    }

    @Test
    void aLinkThatIsDownRefusesAtOnce() throws Exception {
        try (LinkFixture fixture = LinkFixture.with((peer, _) -> {
            while (true) {
                byte[] _ = peer.hear();
            }
        })) {
            assertThat(fixture.link().state()).isEqualTo(LinkState.CONNECTING);
            assertThat(refusal(() -> fixture.link().exec(ExecCommand.of("true")))
                            .code())
                    .isEqualTo(GuestException.UNREACHABLE);
            fixture.link().close();
            assertThat(fixture.link().state()).isEqualTo(LinkState.CLOSED);
        }
    }

    @Test
    void heartbeatsAreReported() throws Exception {
        try (LinkFixture fixture = LinkFixture.with((peer, _) -> {
            peer.greet();
            peer.listen();
        })) {
            GuestHello hello = fixture.observer().awaitUp();
            assertThat(hello.hostname()).isEqualTo("shop");
            assertThat(hello.observesFiles()).isTrue();
            GuestHeartbeat beat = fixture.observer().awaitBeat();
            assertThat(beat.memTotal()).isEqualTo(1 << 30);
            assertThat(beat.processes()).isEqualTo(7);
        }
    }

    @Test
    void fiftyMegabytesGoThroughPutAndGet() throws Exception {
        int total = 50 << 20;
        try (LinkFixture fixture = LinkFixture.with((peer, _) -> {
            peer.greet();
            sink(peer, peer.expect(LinkFrame.OPEN).stream(), total);
            source(peer, peer.expect(LinkFrame.OPEN).stream(), total);
            peer.listen();
        })) {
            byte[] tar = pattern(total);
            fixture.up().put("/workspace", "agent", new ByteArrayInputStream(tar));
            try (GuestStream stream = fixture.link().get("/workspace", "agent", List.of())) {
                assertThat(Arrays.equals(stream.input().readAllBytes(), tar)).isTrue();
            }
        }
    }

    private static byte[] pattern(int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (i * 31 + (i >> 12));
        }
        return bytes;
    }

    private static void sink(Peer peer, int stream, int total) throws Exception {
        peer.opened(stream);
        byte[] expected = pattern(total);
        int got = 0;
        for (LinkFrame frame = peer.next(); frame.type() != LinkFrame.EOF; frame = peer.next()) {
            int length = frame.payload().length - 1;
            assertThat(Arrays.equals(frame.payload(), 1, length + 1, expected, got, got + length))
                    .isTrue();
            got += length;
            peer.send(LinkFrame.credit(stream, length));
        }
        assertThat(got).isEqualTo(total);
        peer.closed(stream, FieldTag.EXIT, 0);
    }

    private static void source(Peer peer, int stream, int total) throws Exception {
        peer.opened(stream);
        byte[] bytes = pattern(total);
        long credit = ReceiveBuffer.WINDOW;
        int sent = 0;
        while (sent < total) {
            while (credit == 0) {
                credit += java.nio.ByteBuffer.wrap(peer.expect(LinkFrame.CREDIT).payload())
                        .getInt();
            }
            int part = (int) Math.min(Math.min(credit, LinkFrame.DATA_MOST), total - sent);
            peer.send(LinkFrame.data(stream, 1, bytes, sent, part));
            sent += part;
            credit -= part;
        }
        peer.send(LinkFrame.eof(stream, 1));
        peer.closed(stream, FieldTag.EXIT, 0);
    }

    @Test
    void aTarStreamWithAFailedExitIsAnError() throws Exception {
        try (LinkFixture fixture = LinkFixture.with((peer, _) -> {
            peer.greet();
            int stream = peer.expect(LinkFrame.OPEN).stream();
            peer.opened(stream);
            peer.data(stream, 1, HELLO);
            peer.send(LinkFrame.eof(stream, 1));
            peer.closed(stream, FieldTag.EXIT, 2);
            peer.listen();
        })) {
            try (GuestStream stream = fixture.up().get("/workspace", "agent", List.of("a"))) {
                assertThat(stream.input().readNBytes(5)).isEqualTo(HELLO);
                assertThatThrownBy(() -> stream.input().read())
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("exit code 2");
            }
        }
    }

    @Test
    void aPutRefusedBeforeItsEndHasAReason() throws Exception {
        try (LinkFixture fixture = LinkFixture.with((peer, _) -> {
            peer.greet();
            int stream = peer.expect(LinkFrame.OPEN).stream();
            peer.opened(stream);
            byte[] result = new FieldsWriter()
                    .put(FieldTag.ERRNO, 28)
                    .put(FieldTag.MESSAGE, "disk full")
                    .payload();
            peer.send(new LinkFrame(stream, LinkFrame.CLOSED, result));
            peer.listen();
        })) {
            GuestLink link = fixture.up();
            assertThat(refusal(() -> link.put("/w", "agent", new ByteArrayInputStream(new byte[1 << 20]))))
                    .hasMessageContaining("disk full");
        }
    }

    @Test
    void portsAndProcessesAreRead() throws Exception {
        try (LinkFixture fixture = LinkFixture.with((peer, _) -> {
            peer.greet();
            answer(peer, "v4 127.0.0.1 3000 42 1000 node\nv6 ::1 22 1 0 sshd -D\n");
            answer(peer, "7 1 1000 S 99 10 20 4096 3\tsh\tsh -c x y\n");
            answer(peer, "v4 127.0.0.1 70000 42 1000 node\n");
            answer(peer, "7 1 1000 S 99\tsh\tsh\n");
            answer(peer, "no end");
            peer.listen();
        })) {
            GuestLink link = fixture.up();
            assertThat(link.ports())
                    .containsExactly(
                            new ListeningPort("127.0.0.1", 3000, 42, 1000, "node"),
                            new ListeningPort("::1", 22, 1, 0, "sshd -D"));
            assertThat(link.processes())
                    .containsExactly(new GuestProcess(7, 1, 1000, 'S', 99, 10, 20, 4096, 3, "sh", "sh -c x y"));
            assertThat(refusal(link::ports).code()).isEqualTo(GuestException.BROKEN);
            assertThat(refusal(link::processes).code()).isEqualTo(GuestException.BROKEN);
            assertThat(refusal(link::ports).code()).isEqualTo(GuestException.BROKEN);
            assertThat(link.state()).isEqualTo(LinkState.UP);
        }
    }

    private static void answer(Peer peer, String text) throws Exception {
        int stream = peer.expect(LinkFrame.OPEN).stream();
        peer.send(LinkFrame.empty(stream, LinkFrame.OPENED));
        peer.data(stream, 1, text.getBytes(StandardCharsets.UTF_8));
        peer.send(LinkFrame.eof(stream, 1));
        peer.closed(stream, FieldTag.ERRNO, 0);
    }

    @Test
    void smallRequestsAreAnsweredByTheirResult() throws Exception {
        try (LinkFixture fixture = LinkFixture.with((peer, _) -> {
            peer.greet();
            LinkFrame identity = peer.expect(LinkFrame.OPEN);
            PayloadFields fields = PayloadFields.of(identity.payload());
            assertThat(fields.text(FieldTag.HOSTNAME, 100)).isEqualTo("shop-2");
            assertThat(fields.bytes(FieldTag.SEED)).hasSize(32);
            peer.closed(identity.stream(), FieldTag.ERRNO, 0);
            peer.closed(peer.expect(LinkFrame.OPEN).stream(), FieldTag.ERRNO, 0);
            peer.closed(peer.expect(LinkFrame.OPEN).stream(), FieldTag.ERRNO, 5);
            peer.listen();
        })) {
            GuestLink link = fixture.up();
            link.identity(named("shop-2"));
            link.syncDisks();
            assertThat(refusal(link::shutdown).code()).isEqualTo(GuestException.REFUSED);
            assertThat(refusal(() -> link.identity(named("a b"))).code()).isEqualTo(GuestException.REFUSED);
        }
    }

    @Test
    void closingTheLinkEndsEveryWait() throws Exception {
        try (LinkFixture fixture = LinkFixture.with((peer, _) -> {
            peer.greet();
            peer.opened(peer.expect(LinkFrame.OPEN).stream());
            peer.expect(LinkFrame.ABORT);
        })) {
            GuestExec exec = fixture.up().exec(ExecCommand.of("sleep", "9"));
            Thread closer = Thread.ofVirtual().start(fixture.link()::close);
            assertThatThrownBy(() -> exec.stdout().read()).isInstanceOf(IOException.class);
            closer.join();
        }
    }

    private static GuestIdentity named(String hostname) {
        return new GuestIdentity(
                hostname,
                "0".repeat(32),
                "0".repeat(8) + "-0000-4000-8000-000000000000",
                "52:54:00:00:00:01",
                new byte[32]);
    }
}
