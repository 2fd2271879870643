package dev.belljar.contract.reduce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.event.ApprovalEvent;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.policy.Approval;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests which approvals wait after their events.
class ApprovalReducerTest {
    private static final int EVENTS = 200;

    @Test
    void anApprovalWaitsUntilItEnds() {
        List<Approval> waiting = reduced(List.of(), List.of(asked("a", 1), asked("b", 1)));
        assertThat(waiting).extracting(Approval::id).containsExactly("a", "b");
        assertThat(reduced(waiting, List.of(ended("a"))))
                .extracting(Approval::id)
                .containsExactly("b");
    }

    @Test
    void anApprovalThatIsAskedAgainKeepsItsPlace() {
        List<Approval> waiting = reduced(List.of(), List.of(asked("a", 1), asked("b", 1), asked("a", 3)));
        assertThat(waiting).extracting(Approval::id).containsExactly("a", "b");
        assertThat(waiting.getFirst().waiting()).isEqualTo(3);
    }

    @Test
    void theEndOfAnUnknownApprovalChangesNothing() {
        assertThat(reduced(List.of(), List.of(ended("a")))).isEmpty();
    }

    /// A list that was made after some events, and those events again before the later ones, gives the same.
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void aListAndTheEventsSinceAnEarlierTimeGiveWhatAllEventsGive(long seed) {
        Random random = new Random(seed);
        List<ApprovalEvent> events = random(random);
        int position = random.nextInt(EVENTS);
        int earlier = random.nextInt(position + 1);
        List<Approval> list = reduced(List.of(), events.subList(0, position));
        assertThat(reduced(list, events.subList(earlier, EVENTS)))
                .containsExactlyInAnyOrderElementsOf(reduced(List.of(), events));
    }

    private static List<Approval> reduced(List<Approval> before, List<ApprovalEvent> events) {
        List<Approval> waiting = before;
        for (ApprovalEvent event : events) {
            waiting = ApprovalReducer.next(waiting, event);
        }
        return waiting;
    }

    private static List<ApprovalEvent> random(Random random) {
        List<ApprovalEvent> events = new ArrayList<>();
        for (int i = 0; i < EVENTS; i++) {
            String id = "a" + random.nextInt(12);
            events.add(random.nextInt(3) == 0 ? ended(id) : asked(id, i));
        }
        return events;
    }

    private static ApprovalEvent asked(String id, int waiting) {
        Approval approval = new Approval(id, "s", "shop", 1, 9, "tcp", "a.org", null, 443, "curl", waiting);
        return new ApprovalEvent(
                0, 1, "asked", id, "tcp", "a.org", null, 443, "curl", null, null, null, "s", approval, null, null);
    }

    private static ApprovalEvent ended(String id) {
        return new ApprovalEvent(
                0,
                1,
                "expired",
                id,
                "tcp",
                "a.org",
                null,
                443,
                "curl",
                Verdict.REFUSED,
                null,
                "late",
                "s",
                null,
                null,
                null);
    }
}
