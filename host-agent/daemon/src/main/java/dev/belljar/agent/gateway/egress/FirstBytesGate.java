package dev.belljar.agent.gateway.egress;

import dev.belljar.agent.gateway.FlowDecision;
import dev.belljar.agent.sniff.HelloWatch;
import dev.belljar.agent.sniff.ProtocolSniffer;
import dev.belljar.agent.tcp.UpstreamEndpoint;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.policy.RefusalReason;
import java.io.IOException;
import java.nio.ByteBuffer;

/// The gate between a guest and the far side of its connection. Nothing passes before the first bytes have shown
/// which server they are for; no later TLS hello passes without a decision; and no more bytes pass than the
/// grant allows.
public final class FirstBytesGate implements UpstreamEndpoint {
    /// Decides about a connection by its bytes.
    public interface Judge {
        /// Decides by the first bytes; null while they do not say enough. `all` means that no more will come.
        @org.jspecify.annotations.Nullable
        DestinationVerdict judge(ByteBuffer first, boolean all);

        /// Asks the developer about what was decided `HELD`; `answered` is called with the answer.
        void ask(DestinationVerdict verdict);

        /// The far side to which the bytes go from now on: their destination is known and allowed.
        ///
        /// @throws IOException when the connection must be refused
        UpstreamEndpoint onward() throws IOException;

        /// Called with the decision, and again if it is taken back.
        void decided(FlowDecision decision);

        /// Whether the far side has to wait for the guest's first bytes, because only TLS and HTTP may pass.
        boolean guestFirst();

        /// Called when the far side sent bytes although it had to wait.
        void spokeFirst();

        /// The watch for TLS hellos after the first bytes; null if none is needed.
        @org.jspecify.annotations.Nullable
        HelloWatch watch();

        /// Decides about a hello that came after the first bytes.
        DestinationVerdict later(ProtocolSniffer hello);
    }

    private enum State {
        JUDGING,
        ASKING,
        OPEN,
        SHUT
    }

    private UpstreamEndpoint upstream;
    private final Judge judge;
    private FlowDecision decision;
    private State state;
    private boolean all;
    private boolean looked;
    private long lookedAt;
    /// Bytes that were taken from the budget and were not sent yet.
    private long credit;
    private boolean exhausted;
    private boolean onward;
    /// Whether the far side must still wait.
    private boolean mute;
    private @org.jspecify.annotations.Nullable HelloWatch watch;

    /// A gate that checks the first bytes if `judging`, and otherwise lets pass what the decision's grant
    /// allows.
    public FirstBytesGate(UpstreamEndpoint upstream, FlowDecision decision, Judge judge, boolean judging) {
        this.upstream = upstream;
        this.decision = decision;
        this.judge = judge;
        this.state = judging ? State.JUDGING : State.OPEN;
        this.onward = !judging;
        this.mute = judging && judge.guestFirst();
    }

    /// Notes that the guest will send no more, so that the decision is made by the bytes that are there; returns
    /// whether that is new.
    public boolean conclude() {
        boolean news = state == State.JUDGING && !all;
        all = true;
        return news;
    }

    /// Whether the first bytes have been unclear for `millis`.
    public boolean looking(long now, long millis) {
        if (state != State.JUDGING || !looked) {
            return false;
        }
        lookedAt = lookedAt == 0 ? now : lookedAt;
        return now - lookedAt > millis;
    }

    /// Takes the developer's answer.
    public void answered(FlowDecision answer) {
        if (state == State.ASKING) {
            decision = answer;
            state = answer.verdict() == Verdict.ALLOWED ? State.OPEN : State.SHUT;
        }
    }

    /// Whether bytes pass now.
    public boolean passes() {
        return state == State.OPEN && onward;
    }

    public boolean stands() {
        return decision.grant().stands();
    }

    /// The refusal of the connection, once its grant is no longer in force.
    public FlowDecision ended() {
        return decision.ended();
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
                upstream = judge.onward();
                watch = judge.watch();
            }
            if (watch == null) {
                pass(bytes);
            } else {
                watched(bytes, watch);
            }
        }
    }

    /// Passes bytes on up to the last byte of a TLS hello, and decides about the hello before that byte passes.
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
        DestinationVerdict verdict = judge.judge(bytes.slice(), all);
        if (verdict != null) {
            settle(verdict);
        }
    }

    private void settle(DestinationVerdict verdict) {
        boolean same = verdict.decision().equals(decision);
        decision = verdict.decision();
        state = switch (decision.verdict()) {
            case ALLOWED -> State.OPEN;
            case HELD -> State.ASKING;
            case REFUSED, LOCAL -> State.SHUT;
        };
        if (!same) {
            judge.decided(decision);
        }
        if (state == State.ASKING) {
            judge.ask(verdict);
        }
    }

    private void pass(ByteBuffer bytes) throws IOException {
        int length = bytes.remaining();
        if (credit < length && !exhausted) {
            long asked = length - credit;
            long granted = Math.clamp(decision.grant().upload(asked), 0, asked);
            credit += granted;
            exhausted = granted < asked;
        }
        int limit = bytes.limit();
        int start = bytes.position();
        bytes.limit(start + (int) Math.min(length, credit));
        upstream.take(bytes);
        bytes.limit(limit);
        credit -= bytes.position() - start;
        if (exhausted && credit == 0 && bytes.hasRemaining()) {
            judge.decided(decision.revoked(
                    RefusalReason.BUDGET_USED_UP,
                    decision.rule() + ", whose upload " + RefusalReason.BUDGET_USED_UP.phrase()));
            throw new IOException("budget");
        }
    }

    @Override
    public long give(ByteBuffer[] into) throws IOException {
        if (!mute) {
            return upstream.give(into);
        }
        // The far side's end may be noticed, but its bytes must not pass. While an approval is open nothing is
        // read at all.
        long got = state == State.JUDGING ? upstream.give(new ByteBuffer[] {ByteBuffer.allocate(1)}) : 0;
        if (got > 0) {
            state = State.SHUT;
            judge.spokeFirst();
            throw new IOException("refused");
        }
        return got;
    }

    @Override
    public void finish() throws IOException {
        upstream.finish();
    }

    @Override
    public void await(boolean giving, boolean taking) {
        upstream.await(giving && !(mute && state != State.JUDGING), taking && state == State.OPEN);
    }

    @Override
    public void close() {
        upstream.close();
    }

    @Override
    public void abort() {
        if (exhausted) {
            // The granted bytes were sent and should still arrive.
            upstream.close();
        } else {
            upstream.abort();
        }
    }
}
