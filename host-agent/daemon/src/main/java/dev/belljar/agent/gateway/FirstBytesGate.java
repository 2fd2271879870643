package dev.belljar.agent.gateway;

import dev.belljar.agent.sniff.HelloWatch;
import dev.belljar.agent.sniff.ProtocolSniffer;
import dev.belljar.agent.tcp.FarSide;
import dev.belljar.contract.event.Verdict;
import java.io.IOException;
import java.nio.ByteBuffer;

/// Stands between a guest and the far side of its connection: lets nothing pass before the first bytes have shown
/// for whom they are meant, no TLS hello after them that is not judged, and no more than the grant allows.
final class FirstBytesGate implements FarSide {
    /// What the first bytes are judged by.
    interface Judge {
        /// Judges by what the bytes say; null while they do not say enough. `all` when no more will come.
        @org.jspecify.annotations.Nullable
        DestinationVerdict judge(ByteBuffer first, boolean all);

        /// Puts what was judged `HELD` before a person; `answered` is called with the answer.
        void ask(DestinationVerdict judged);

        /// Where the bytes go from now on: they have shown for whom they are meant, and that is allowed.
        ///
        /// @throws IOException when they must not go on
        FarSide onward() throws IOException;

        /// Told what was decided, and when it is taken back.
        void decided(FlowDecision decision);

        /// Whether the far side has to wait for the guest's first bytes, because TLS and HTTP alone may pass.
        boolean guestFirst();

        /// The far side spoke although it had to wait.
        void spokeFirst();

        /// Looks for TLS in what comes after the first bytes; null where those said all.
        @org.jspecify.annotations.Nullable
        HelloWatch watch();

        /// Judges a hello that came later than the first bytes.
        DestinationVerdict later(ProtocolSniffer hello);
    }

    private enum State {
        JUDGING,
        ASKING,
        OPEN,
        SHUT
    }

    private FarSide far;
    private final Judge judge;
    private FlowDecision decision;
    private State state;
    private boolean all;
    private boolean looked;
    private long lookedAt;
    /// Bytes taken from the budget that have not left yet.
    private long credit;
    private boolean exhausted;
    private boolean onward;
    /// Whether the far side may not speak yet.
    private boolean mute;
    private @org.jspecify.annotations.Nullable HelloWatch watch;

    /// A guard that looks at the first bytes if `judging`, and else lets pass what the decision's grant does.
    FirstBytesGate(FarSide far, FlowDecision decision, Judge judge, boolean judging) {
        this.far = far;
        this.decision = decision;
        this.judge = judge;
        this.state = judging ? State.JUDGING : State.OPEN;
        this.onward = !judging;
        this.mute = judging && judge.guestFirst();
    }

    /// The guest will send no more than it has: what is not clear by now will not become so.
    boolean conclude() {
        boolean news = state == State.JUDGING && !all;
        all = true;
        return news;
    }

    /// Whether the first bytes have left open for so long what they are.
    boolean looking(long now, long millis) {
        if (state != State.JUDGING || !looked) {
            return false;
        }
        lookedAt = lookedAt == 0 ? now : lookedAt;
        return now - lookedAt > millis;
    }

    /// A person has answered.
    void answered(FlowDecision answer) {
        if (state == State.ASKING) {
            decision = answer;
            state = answer.verdict() == Verdict.ALLOWED ? State.OPEN : State.SHUT;
        }
    }

    boolean stands() {
        return decision.grant().stands();
    }

    @Override
    public void take(ByteBuffer bytes) throws IOException {
        if (state == State.JUDGING) {
            look(bytes);
        }
        if (state == State.SHUT) {
            throw new IOException("refused");
        }
        if (state == State.OPEN) {
            if (!onward) {
                onward = true;
                mute = false;
                far = judge.onward();
                watch = judge.watch();
            }
            if (watch == null) {
                pass(bytes);
            } else {
                watched(bytes, watch);
            }
        }
    }

    /// Lets pass what comes before the last byte of a TLS hello, and judges the hello before that.
    private void watched(ByteBuffer bytes, HelloWatch hellos) throws IOException {
        int limit = bytes.limit();
        boolean more = true;
        while (more && state == State.OPEN) {
            int start = bytes.position();
            bytes.limit(start + hellos.clear(bytes));
            pass(bytes);
            boolean all = !bytes.hasRemaining();
            bytes.limit(limit);
            hellos.passed(bytes.position() - start);
            ProtocolSniffer hello = hellos.found();
            more = all && hello != null;
            if (all && hello != null) {
                settle(judge.later(hello));
                hellos.goOn();
            }
        }
        if (state == State.SHUT) {
            throw new IOException("refused");
        }
    }

    private void look(ByteBuffer bytes) {
        looked = true;
        DestinationVerdict judged = judge.judge(bytes.slice(), all);
        if (judged != null) {
            settle(judged);
        }
    }

    private void settle(DestinationVerdict judged) {
        boolean same = judged.decision().equals(decision);
        decision = judged.decision();
        state = switch (decision.verdict()) {
            case ALLOWED -> State.OPEN;
            case HELD -> State.ASKING;
            case REFUSED, LOCAL -> State.SHUT;
        };
        if (!same) {
            judge.decided(decision);
        }
        if (state == State.ASKING) {
            judge.ask(judged);
        }
    }

    private void pass(ByteBuffer bytes) throws IOException {
        int wanted = bytes.remaining();
        if (credit < wanted && !exhausted) {
            long asked = wanted - credit;
            long granted = Math.clamp(decision.grant().upload(asked), 0, asked);
            credit += granted;
            exhausted = granted < asked;
        }
        int limit = bytes.limit();
        int start = bytes.position();
        bytes.limit(start + (int) Math.min(wanted, credit));
        far.take(bytes);
        bytes.limit(limit);
        credit -= bytes.position() - start;
        if (exhausted && credit == 0 && bytes.hasRemaining()) {
            judge.decided(EgressBoundary.never(decision.rule() + ", whose upload budget is used up"));
            throw new IOException("budget");
        }
    }

    @Override
    public long give(ByteBuffer[] into) throws IOException {
        if (!mute) {
            return far.give(into);
        }
        // Its end may be told, its bytes not. Who waits for a person's answer is not read at all.
        long got = state == State.JUDGING ? far.give(new ByteBuffer[] {ByteBuffer.allocate(1)}) : 0;
        if (got > 0) {
            state = State.SHUT;
            judge.spokeFirst();
            throw new IOException("refused");
        }
        return got;
    }

    @Override
    public void finish() throws IOException {
        far.finish();
    }

    @Override
    public void await(boolean giving, boolean taking) {
        far.await(giving && !(mute && state != State.JUDGING), taking && state == State.OPEN);
    }

    @Override
    public void close() {
        far.close();
    }

    @Override
    public void abort() {
        if (exhausted) {
            // What was granted has been sent and is to arrive.
            far.close();
        } else {
            far.abort();
        }
    }
}
