package dev.belljar.agent.recording;

import dev.belljar.agent.gateway.Gateway;
import dev.belljar.agent.gateway.TapSubscription;
import dev.belljar.agent.gateway.frame.PcapTap;
import dev.belljar.contract.view.network.CaptureFigures;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A packet capture of a machine's network, which ends when it is closed, its reader is gone, or the machine's
/// network ends.
public final class PacketCapture implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PacketCapture.class);
    private static final int WHOLE_FRAMES = 65_600;

    private final Gateway gateway;
    private final Supplier<@Nullable Gateway> current;
    private final PcapTap tap;
    private final TapSubscription tapped;

    /// Begins to write every frame of a network; `current` supplies the machine's present network.
    public PacketCapture(Gateway gateway, Supplier<@Nullable Gateway> current, OutputStream target) {
        this.gateway = gateway;
        this.current = current;
        this.tap = new PcapTap(target, WHOLE_FRAMES, Clock.systemUTC());
        this.tapped = gateway.tap(tap);
    }

    /// Whether the capture has ended.
    public boolean over() {
        return tap.broken() || !gateway.equals(current.get());
    }

    /// The figures so far; `id` is the caller's id of the capture.
    public CaptureFigures figures(String id) {
        return new CaptureFigures(id, tap.written(), tap.left());
    }

    @Override
    public void close() {
        tapped.close();
        try {
            tap.close();
        } catch (UncheckedIOException e) {
            LOG.debug("the reader of a packet capture disconnected: {}", e.getMessage());
        }
    }
}
