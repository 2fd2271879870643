package dev.belljar.agent.dns;

import dev.belljar.agent.sockets.DialAttempt;
import dev.belljar.agent.sockets.DialListener;
import dev.belljar.agent.sockets.ExternalNetwork;
import dev.belljar.agent.sockets.NameServer;
import dev.belljar.agent.sockets.OutboundConnection;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One query to a name server over TCP, for an answer that is too long for a datagram.
final class DnsTcpQuery implements DialListener {
    private static final int LONGEST = 2 + 65_535;

    private final DialAttempt dial;
    private final ByteBuffer question;
    private final Consumer<@Nullable ByteBuffer> answered;
    private final ByteBuffer answer = ByteBuffer.allocate(LONGEST);
    private @Nullable OutboundConnection stream;

    /// Sends the query; `answered` gets the answer, or null if there is none.
    DnsTcpQuery(
            ExternalNetwork outside, NameServer server, ByteBuffer question, Consumer<@Nullable ByteBuffer> answered) {
        this.question = question;
        this.answered = answered;
        this.dial = outside.dial(server.address(), server.port(), this);
    }

    @Override
    public void connected(OutboundConnection connected) {
        stream = connected;
        connected.listen(gives -> move(connected));
        move(connected);
    }

    @Override
    public void failed(Failure failure) {
        answered.accept(null);
    }

    private void move(OutboundConnection connected) {
        try {
            connected.take(question);
            long got = connected.give(new ByteBuffer[] {answer});
            boolean whole = answer.position() >= 2 && answer.position() >= 2 + (answer.getShort(0) & 0xffff);
            if (whole || got < 0) {
                close();
                answered.accept(whole ? answer.slice(2, answer.getShort(0) & 0xffff) : null);
            } else {
                connected.await(true, question.hasRemaining());
            }
        } catch (IOException e) {
            close();
            answered.accept(null);
        }
    }

    void close() {
        dial.close();
        if (stream != null) {
            stream.close();
        }
    }
}
