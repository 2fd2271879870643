package dev.belljar.agent.refusal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.GuestLink;
import dev.belljar.agent.guest.LinkState;
import dev.belljar.agent.sandbox.FakeLink;
import dev.belljar.agent.sandbox.SandboxFixture;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// Tests how refusals get to the guest: in few batches, and without waiting for it.
class GuestRefusalsTest {
    private final FakeLink guest = new FakeLink(LinkState.UP, () -> {});
    private final GuestRefusals refusals = new GuestRefusals("shop", () -> Optional.of(guest), Duration.ofMillis(1));

    @Test
    void theGuestGetsItsRefusals() throws Exception {
        refusals.seen(NetEvents.query("a.example"));
        SandboxFixture.until(() -> guest.refusals().size() == 1);
        assertThat(guest.refusals().getFirst()).contains("\"name\":\"a.example\"");
        // The thread that sends ends once there is nothing to send, and another one begins.
        Thread.sleep(50);
        refusals.seen(NetEvents.query("b.example"));
        SandboxFixture.until(() -> guest.refusals().size() == 2);
    }

    @Test
    void aGuestThatIsAwayGetsThemLater() throws Exception {
        guest.become(LinkState.CONNECTING);
        refusals.seen(NetEvents.query("a.example"));
        Thread.sleep(4);
        guest.become(LinkState.UP);
        SandboxFixture.until(() -> guest.refusals().size() == 1);
    }

    @Test
    void twoSandboxesAreToldApart() throws Exception {
        FakeLink other = new FakeLink(LinkState.UP, () -> {});
        GuestRefusals ofOther = new GuestRefusals("other", () -> Optional.of(other), Duration.ofMillis(1));
        refusals.seen(NetEvents.query("mine.example"));
        ofOther.seen(NetEvents.query("theirs.example"));
        SandboxFixture.until(
                () -> guest.refusals().size() == 1 && other.refusals().size() == 1);
        assertThat(guest.refusals().getFirst()).contains("mine.example", "shop").doesNotContain("theirs", "other");
        assertThat(other.refusals().getFirst())
                .contains("theirs.example", "other")
                .doesNotContain("mine", "shop");
    }

    @Test
    void aFloodIsAFewBatchesAndNobodyWaits() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        AtomicInteger batches = new AtomicInteger();
        AtomicInteger bytes = new AtomicInteger();
        GuestRefusals slow = new GuestRefusals(
                "shop",
                () -> Optional.of(link(lines -> {
                    go.await();
                    batches.incrementAndGet();
                    bytes.addAndGet(lines.length);
                })),
                Duration.ofMillis(1));
        for (int i = 0; i < 50_000; i++) {
            slow.seen(NetEvents.query("n" + i + ".example"));
        }
        go.countDown();
        SandboxFixture.until(() -> batches.get() >= 2);
        Thread.sleep(100);
        assertThat(batches.get()).isLessThan(5);
        assertThat(bytes.get()).isLessThan(200_000);
    }

    @Test
    void aGuestAgentOfAnOlderVersionIsAskedAFewTimes() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        GuestRefusals old = new GuestRefusals(
                "shop",
                () -> Optional.of(link(lines -> {
                    asked.incrementAndGet();
                    throw GuestException.refused("unknown kind of stream", null);
                })),
                Duration.ofMillis(1));
        for (int i = 0; i < 200; i++) {
            old.seen(NetEvents.query("n" + i + ".example"));
            Thread.sleep(2);
        }
        assertThat(asked.get()).isEqualTo(5);
    }

    private interface Lines {
        void take(byte[] lines) throws Exception;
    }

    private static GuestLink link(Lines taker) {
        return (GuestLink) Proxy.newProxyInstance(
                GuestLink.class.getClassLoader(), new Class<?>[] {GuestLink.class}, (_, method, args) -> {
                    if (method.getName().equals("addRefusals")) {
                        taker.take((byte[]) args[0]);
                        return null;
                    }
                    return method.getName().equals("state") ? LinkState.UP : null;
                });
    }
}
