package dev.belljar.agent.route;

import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.GuestStream;
import dev.belljar.agent.portforward.LoopbackStream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;

/// Fake sandboxes whose servers run on this host: `inside` maps a guest's port to a port of the host.
final class FakeSites implements SandboxSites {
    final List<SandboxSite> sites = new CopyOnWriteArrayList<>();
    final BlockingQueue<String> woken = new LinkedBlockingQueue<>();
    final Map<Integer, Integer> inside = new ConcurrentHashMap<>();

    /// A request for the listening ports waits for this latch.
    volatile CountDownLatch silence = new CountDownLatch(0);

    /// Adds a sandbox that listens on these ports if it runs.
    void add(String name, SandboxSite.State state, int... ports) {
        add("id-" + name, name, state, ports);
    }

    /// Adds a sandbox with this id.
    void add(String id, String name, SandboxSite.State state, int... ports) {
        List<GuestPort> list = java.util.Arrays.stream(ports)
                .mapToObj(port -> new GuestPort(port, "node <b>", 1000))
                .toList();
        sites.removeIf(site -> site.name().equals(name));
        sites.add(new SandboxSite(id, name, state, list, 0, null));
    }

    void remove(String name) {
        sites.removeIf(site -> site.name().equals(name));
    }

    @Override
    public List<SandboxSite> all() {
        return List.copyOf(sites);
    }

    @Override
    public SandboxSite fresh(SandboxSite site) throws InterruptedException {
        silence.await();
        return sites.stream()
                .filter(each -> each.id().equals(site.id()))
                .findFirst()
                .orElse(site);
    }

    @Override
    public void wake(SandboxSite site) {
        woken.add(site.name());
    }

    @Override
    public void used(SandboxSite site) {}

    @Override
    public GuestStream connect(String id, int port) throws GuestException {
        return LoopbackStream.to(inside.getOrDefault(port, 1));
    }
}
