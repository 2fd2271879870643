package dev.belljar.agent;

import dev.belljar.agent.api.ApiServer;
import dev.belljar.agent.api.ApiSettings;
import dev.belljar.agent.gateway.EgressPolicy;
import dev.belljar.agent.gateway.Gateway;
import dev.belljar.agent.gateway.GatewayServices;
import dev.belljar.agent.gateway.NetObserver;
import dev.belljar.agent.gateway.ProcessFinder;
import dev.belljar.agent.gateway.network.ForgedCard;
import dev.belljar.agent.guest.GuestLink;
import dev.belljar.agent.guest.LinkObserver;
import dev.belljar.agent.host.DiskReserve;
import dev.belljar.agent.journal.Journal;
import dev.belljar.agent.journal.JournalException;
import dev.belljar.agent.sandbox.ForgedSandboxes;
import dev.belljar.agent.sandbox.SandboxConnectors;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/// The host agent of a stress test: its API, sandboxes, links, gateways, journals, index, policies and budgets
/// are real, its machines are forged.
final class StressProgram {
    private static final long JOURNAL_BYTES = 32 << 20;

    private StressProgram() {}

    public static void main(String[] args) throws Exception {
        Thread.setDefaultUncaughtExceptionHandler(new FatalErrors());
        Path folder = Path.of(args[0]);
        Path runtime = Files.createDirectories(folder.resolve("api"));
        Files.setPosixFilePermissions(runtime, PosixFilePermissions.fromString("rwx------"));
        CountDownLatch done = new CountDownLatch(1);
        StressConnectors connectors = new StressConnectors(ForgedCard.Far.of(args[1]));
        try (SandboxServices sandboxes = ForgedSandboxes.open(
                        folder.resolve("sandboxes"),
                        connectors,
                        (name, link, net) -> StressForgers.forge(folder, name, link, net));
                ApiServer _ =
                        ApiServer.start(ApiSettings.of(0, runtime, folder, "test"), sandboxes.api(), done::countDown)) {
            System.out.println("serving");
            done.await();
            Runtime.getRuntime().gc();
            long heap =
                    (Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory()) >> 20;
            System.out.printf(
                    "heap after: %d MiB, sockets in use: %d%n",
                    heap, connectors.budgets.sockets().used());
        }
        System.exit(0);
    }

    /// Opens the links, gateways and journals of running sandboxes, with a stand-in for the external network.
    /// Every second sandbox has its own policy, which asks for approvals; the others may reach every
    /// destination.
    private static final class StressConnectors implements SandboxConnectors {
        private final HostBudgets budgets = HostBudgets.ofHost();
        private final RealSandboxConnectors live =
                new RealSandboxConnectors(JOURNAL_BYTES, DiskReserve.of(256L << 20), budgets, List.of());
        private final AtomicInteger gateways = new AtomicInteger();
        private final ForgedCard.Far far;

        StressConnectors(ForgedCard.Far far) {
            this.far = far;
        }

        @Override
        public Journal journal(Path sandboxFolder) throws JournalException {
            return live.journal(sandboxFolder);
        }

        @Override
        public GuestLink link(Path socket, String name, LinkObserver observer) {
            return live.link(socket, name, observer);
        }

        @Override
        public Gateway gateway(
                Path socket, String mac, EgressPolicy policy, ProcessFinder finder, NetObserver observer) {
            boolean asks = gateways.getAndIncrement() % 2 == 1;
            GatewayServices supplies =
                    new GatewayServices(List.of(), budgets.chunks(), budgets.sockets(), budgets.gateways());
            return far.gateway(socket, asks ? policy : ForgedCard.Far.open(), finder, supplies, observer);
        }
    }
}
