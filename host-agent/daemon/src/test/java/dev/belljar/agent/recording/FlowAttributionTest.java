package dev.belljar.agent.recording;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.gateway.SendingProcess;
import dev.belljar.agent.guest.GuestFlow;
import dev.belljar.agent.packet.IpAddress;
import dev.belljar.contract.event.Event.ProcEvent;
import dev.belljar.contract.event.ProcOp;
import dev.belljar.contract.policy.ParentProcess;
import dev.belljar.contract.policy.RequestingProcess;
import dev.belljar.contract.view.process.ProcessRow;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Tests that a flow belongs to the process that the guest last reported for its port, while the report is
/// fresh.
public class FlowAttributionTest {
    private static final IpAddress FAR = IpAddress.four(93, 184, 216, 34);
    private static final int FAR_BITS = 0x5db8d822;

    private final AtomicLong millis = new AtomicLong(1_000_000);
    private final FlowAttribution senders = new FlowAttribution(() -> Instant.ofEpochMilli(millis.get()));

    private static GuestFlow flow(int port, int pid, String program, List<String> argv) {
        return new GuestFlow("tcp", port, FAR_BITS, 443, pid, pid - 1, 1_000L + pid, 1_000, "name", program, argv, 0);
    }

    private static ProcEvent process(ProcOp op, int pid, int ppid, String comm, String... argv) {
        return new ProcEvent(
                0, 0, op, pid, ppid, 1_000L + pid, 0, comm, null, List.of(argv), null, null, null, 0, false);
    }

    private @Nullable SendingProcess found(int port) {
        return senders.find("tcp", port, FAR, 443);
    }

    @Test
    void theNewestReportAboutAPortApplies() {
        AtomicInteger news = new AtomicInteger();
        senders.listen(news::incrementAndGet);
        assertThat(found(5_000)).isNull();
        senders.flow(flow(5_000, 7, "/usr/bin/curl", List.of("curl")));
        senders.flow(flow(5_000, 9, "/usr/bin/wget", List.of("wget")));
        assertThat(Objects.requireNonNull(found(5_000)).program()).isEqualTo("/usr/bin/wget");
        assertThat(senders.find("udp", 5_000, FAR, 443)).isNull();
        assertThat(senders.find("tcp", 5_000, FAR, 80)).isNull();
        assertThat(news).hasValue(2);
        millis.addAndGet(FlowAttribution.FRESH_MILLIS + 1);
        assertThat(found(5_000)).isNull();
    }

    @Test
    void theFlowsOfOneProcessAreOfOneSender() {
        senders.flow(flow(5_000, 7, "/usr/bin/curl", List.of("curl")));
        senders.flow(flow(5_001, 7, "/usr/bin/curl", List.of("curl")));
        senders.flow(flow(5_002, 7, "/bin/sh", List.of("sh")));
        assertThat(found(5_000)).isSameAs(found(5_001)).isNotSameAs(found(5_002));
    }

    @Test
    void aSenderHasItsParentProcesses() {
        senders.seed(List.of(new ProcessRow(
                1, 0, 1, 0, 0, "systemd", null, List.of("/sbin/init"), null, 0, null, null, null, null, null)));
        senders.saw(process(ProcOp.EXEC, 6, 1, "bash", "bash", "-c", "curl a.org"));
        senders.flow(flow(5_000, 7, "/usr/bin/curl", List.of("curl", "a.org")));
        senders.saw(process(ProcOp.EXIT, 6, 1, "bash"));
        RequestingProcess requester = Objects.requireNonNull(found(5_000)).view();
        assertThat(requester.pid()).isEqualTo(7);
        assertThat(requester.argv()).containsExactly("curl", "a.org");
        assertThat(requester.parents()).extracting(ParentProcess::name).containsExactly("bash", "systemd");
        assertThat(requester.parents().getFirst().argv()).containsExactly("bash", "-c", "curl a.org");
    }

    @Test
    void aParentThatStartedLaterIsIgnored() {
        senders.saw(
                new ProcEvent(0, 0, ProcOp.EXEC, 6, 1, 99_999, 0, "late", null, List.of(), null, null, null, 0, false));
        senders.flow(flow(5_000, 7, "/usr/bin/curl", List.of()));
        assertThat(Objects.requireNonNull(found(5_000)).view().parents()).isEmpty();
    }

    @Test
    void circularParentsAreCutOff() {
        senders.saw(new ProcEvent(0, 0, ProcOp.EXEC, 6, 5, 10, 0, "a", null, List.of(), null, null, null, 0, false));
        senders.saw(new ProcEvent(0, 0, ProcOp.EXEC, 5, 6, 10, 0, "b", null, List.of(), null, null, null, 0, false));
        senders.flow(flow(5_000, 7, "/usr/bin/curl", List.of()));
        assertThat(Objects.requireNonNull(found(5_000)).view().parents()).hasSize(8);
    }

    @Test
    void reportsOfAGuestUseBoundedMemory() {
        String word = "x".repeat(4_000);
        for (int port = 1; port <= 20_000; port++) {
            senders.flow(flow(port, port, word, List.of(word, word, word)));
        }
        assertThat(found(1)).isNull();
        RequestingProcess requester = Objects.requireNonNull(found(20_000)).view();
        assertThat(String.join("", requester.argv()).length()).isLessThan(1_000);
    }

    @Test
    void anotherBootClearsAllReports() {
        senders.reportsFlows(true);
        senders.flow(flow(5_000, 7, "/usr/bin/curl", List.of("curl")));
        senders.clear();
        assertThat(senders.reportsFlows()).isFalse();
        assertThat(found(5_000)).isNull();
    }
}
