package dev.belljar.contract.reduce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.reduce.AgentSignal.ActivitySeen;
import dev.belljar.contract.reduce.AgentSignal.BellRang;
import dev.belljar.contract.reduce.AgentSignal.PauseChanged;
import dev.belljar.contract.reduce.AgentSignal.ProcessEnded;
import dev.belljar.contract.reduce.AgentSignal.ProgramChanged;
import dev.belljar.contract.reduce.AgentSignal.QuietSeen;
import dev.belljar.contract.reduce.AgentSignal.StateReported;
import dev.belljar.contract.reduce.AgentSignal.TokensRead;
import dev.belljar.contract.sandbox.CodingAgentState;
import dev.belljar.contract.sandbox.CodingAgentStatus;
import dev.belljar.contract.sandbox.CodingAgentStatus.RunningProgram;
import dev.belljar.contract.sandbox.CodingAgentStatus.TokenUse;
import dev.belljar.testing.property.ForAll;
import dev.belljar.testing.property.Property;
import dev.belljar.testing.property.Size;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CodingAgentReducerTest {
    private static CodingAgentStatus after(AgentSignal... signals) {
        CodingAgentStatus status = CodingAgentStatus.started("mine", "Mine", 100);
        for (AgentSignal each : signals) {
            status = CodingAgentReducer.next(status, each);
        }
        return status;
    }

    private static StateReported says(long ts, CodingAgentState state, @Nullable String waiting) {
        return new StateReported(ts, state, null, waiting);
    }

    @Test
    void whatTheAgentTellsCounts() {
        CodingAgentStatus asking = after(
                new StateReported(110, CodingAgentState.WORKING, "Fix it", null),
                says(120, CodingAgentState.ASKING, "Bash: rm"));
        assertThat(asking.state()).isEqualTo(CodingAgentState.ASKING);
        assertThat(asking.since()).isEqualTo(120);
        assertThat(asking.waiting()).isEqualTo("Bash: rm");
        assertThat(asking.task()).isEqualTo("Fix it");
        CodingAgentStatus done = CodingAgentReducer.next(asking, says(130, CodingAgentState.DONE, "left"));
        assertThat(done.state()).isEqualTo(CodingAgentState.DONE);
        assertThat(done.waiting()).isNull();
        for (AgentSignal each : Arrays.asList(new ActivitySeen(140), new QuietSeen(140), new BellRang(140))) {
            assertThat(CodingAgentReducer.next(done, each)).isEqualTo(done);
        }
    }

    @Test
    void sameStateKeepsItsBeginning() {
        assertThat(after(says(110, CodingAgentState.ASKING, "a"), says(150, CodingAgentState.ASKING, "b")))
                .satisfies(status -> assertThat(status.since()).isEqualTo(110))
                .satisfies(status -> assertThat(status.waiting()).isEqualTo("b"));
    }

    @Test
    void programThatStartsAfterAQuestionEndsIt() {
        StateReported question = says(110, CodingAgentState.ASKING, "a");
        RunningProgram before = new RunningProgram("watch", 105);
        RunningProgram later = new RunningProgram("npm test", 120);
        assertThat(after(question, new ProgramChanged(111, before)).state()).isEqualTo(CodingAgentState.ASKING);
        assertThat(after(question, new ProgramChanged(121, later)).state()).isEqualTo(CodingAgentState.WORKING);
        assertThat(after(question, new ProgramChanged(121, later)).waiting()).isNull();
    }

    @Test
    void agentThatTellsNothingIsJudgedByItsPrograms() {
        RunningProgram program = new RunningProgram("make", 110);
        assertThat(after(new QuietSeen(120)).state()).isEqualTo(CodingAgentState.IDLE);
        assertThat(after(new ProgramChanged(110, program), new QuietSeen(120)).state())
                .isEqualTo(CodingAgentState.WORKING);
        assertThat(after(new QuietSeen(120), new ActivitySeen(130)).state()).isEqualTo(CodingAgentState.WORKING);
        assertThat(after(new BellRang(120)).state()).isEqualTo(CodingAgentState.ASKING);
        assertThat(after(new BellRang(120), new ActivitySeen(130)).state()).isEqualTo(CodingAgentState.WORKING);
    }

    @Test
    void endTellsWhetherItFailed() {
        assertThat(after(new ProcessEnded(150, 0, null)).state()).isEqualTo(CodingAgentState.DONE);
        assertThat(after(new ProcessEnded(150, 130, null)).state()).isEqualTo(CodingAgentState.DONE);
        assertThat(after(new ProcessEnded(150, null, 15)).state()).isEqualTo(CodingAgentState.DONE);
        assertThat(after(new ProcessEnded(150, 2, null)).state()).isEqualTo(CodingAgentState.FAILED);
        assertThat(after(new ProcessEnded(150, null, 9)).state()).isEqualTo(CodingAgentState.FAILED);
        CodingAgentStatus ended = after(new ProcessEnded(150, 2, null));
        assertThat(ended.exit()).isEqualTo(2);
        assertThat(CodingAgentReducer.next(ended, says(160, CodingAgentState.ASKING, "spoof")))
                .isEqualTo(ended);
        TokenUse late = new TokenUse(1, 2, 3, null, false);
        assertThat(CodingAgentReducer.next(ended, new TokensRead(170, late)).tokens())
                .isEqualTo(late);
    }

    /// Any signals in any order, even with times that go backwards.
    @Property(tries = 3_000)
    void statusIsAlwaysConsistent(@ForAll @Size(max = 120) byte[] moves, @ForAll String text) {
        CodingAgentStatus status = CodingAgentStatus.started("mine", text, 100);
        for (int i = 0; i + 2 < moves.length; i += 3) {
            CodingAgentStatus before = status;
            status = CodingAgentReducer.next(before, signal(moves[i], moves[i + 1], moves[i + 2], text));
            assertThat(status.since()).isGreaterThanOrEqualTo(before.since()).isGreaterThanOrEqualTo(status.started());
            assertThat(status.started()).isEqualTo(100);
            if (status.state() == before.state()) {
                assertThat(status.since()).isEqualTo(before.since());
            }
            assertThat(status.waiting() == null || status.state() == CodingAgentState.ASKING)
                    .isTrue();
            if (!status.alive()) {
                assertThat(status.state()).isIn(CodingAgentState.DONE, CodingAgentState.FAILED);
                assertThat(status.running()).isNull();
                assertThat(status.paused()).isFalse();
                assertThat(status.ended()).isGreaterThanOrEqualTo(status.since());
            }
            if (!before.alive()) {
                assertThat(status.state()).isEqualTo(before.state());
            }
        }
    }

    private static AgentSignal signal(byte kind, byte time, byte value, String text) {
        long ts = 100L + time;
        CodingAgentState[] states = CodingAgentState.values();
        return switch (Math.floorMod(kind, 9)) {
            case 0 -> new StateReported(ts, states[Math.floorMod(value, states.length)], text, text);
            case 1 -> new ProgramChanged(ts, value < 0 ? null : new RunningProgram(text, ts - value));
            case 2 -> new ActivitySeen(ts);
            case 3 -> new QuietSeen(ts);
            case 4 -> new BellRang(ts);
            case 5 -> new TokensRead(ts, value < 0 ? null : new TokenUse(value, 0, 0, null, false));
            case 6 -> new PauseChanged(ts, value < 0);
            case 7 -> new StateReported(ts, CodingAgentState.ASKING, null, null);
            default -> value % 16 == 0 ? new ProcessEnded(ts, (int) value, null) : new ActivitySeen(ts);
        };
    }
}
