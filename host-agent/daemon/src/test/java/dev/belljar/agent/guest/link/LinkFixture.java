package dev.belljar.agent.guest.link;

import dev.belljar.agent.guest.GuestHello;
import dev.belljar.agent.guest.GuestLink;
import dev.belljar.agent.host.HostBudget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/// A link to a scripted guest, with a recording observer.
final class LinkFixture implements AutoCloseable {
    /// Long limits for everything except the next try.
    static final LinkTiming TIMING = new LinkTiming(
            Duration.ofSeconds(20),
            Duration.ofMinutes(5),
            Duration.ofMinutes(5),
            Duration.ofMillis(1),
            Duration.ofMillis(50),
            Duration.ofSeconds(20),
            Duration.ofSeconds(20));

    /// A memory budget for many links.
    static HostBudget memory() {
        return new HostBudget(256 << 20, 64 << 20);
    }

    /// The same limits with another one for requests.
    static LinkTiming patientFor(Duration request) {
        return new LinkTiming(
                TIMING.silence(),
                TIMING.answer(),
                TIMING.sync(),
                TIMING.backOffLeast(),
                TIMING.backOffMost(),
                request,
                TIMING.work());
    }

    private final Path folder;
    private final FakeLinkGuest guest;
    private final RecordingObserver observer = new RecordingObserver();
    private final GuestLink link;

    private LinkFixture(FakeLinkGuest.Script script, LinkTiming timing) throws IOException {
        // Unix socket paths are limited; the path of a test's temporary folder may be too long.
        folder = Files.createTempDirectory("lnk");
        guest = FakeLinkGuest.at(folder.resolve("s"), script);
        link = VirtioGuestLink.open(folder.resolve("s"), "shop", observer, timing, memory());
    }

    static LinkFixture with(FakeLinkGuest.Script script) throws IOException {
        return new LinkFixture(script, TIMING);
    }

    static LinkFixture with(LinkTiming timing, FakeLinkGuest.Script script) throws IOException {
        return new LinkFixture(script, timing);
    }

    /// The link, once it is up.
    GuestLink up() throws InterruptedException {
        GuestHello _ = observer.awaitUp();
        return link;
    }

    GuestLink link() {
        return link;
    }

    RecordingObserver observer() {
        return observer;
    }

    FakeLinkGuest guest() {
        return guest;
    }

    @Override
    public void close() throws IOException {
        link.close();
        guest.close();
        Files.deleteIfExists(folder.resolve("s"));
        Files.delete(folder);
    }
}
