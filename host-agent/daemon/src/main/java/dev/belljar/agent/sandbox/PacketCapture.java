package dev.belljar.agent.sandbox;

import dev.belljar.agent.gateway.Gateway;
import dev.belljar.agent.gateway.PcapTap;
import dev.belljar.agent.gateway.TapSubscription;
import dev.belljar.contract.view.CaptureFigures;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One capture of a machine's network, from when it is opened until it is closed, its reader is gone, or the
/// machine's network is.
public final class PacketCapture implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PacketCapture.class);
    private static final int WHOLE_FRAMES = 65_600;

    private final Gateway gateway;
    private final Supplier<@Nullable Gateway> current;
    private final PcapTap tap;
    private final TapSubscription tapped;

    /// Begins to write every frame of a network; `current` is the network the machine has by then.
    PacketCapture(Gateway gateway, Supplier<@Nullable Gateway> current, OutputStream target) {
        this.gateway = gateway;
        this.current = current;
        this.tap = new PcapTap(target, WHOLE_FRAMES, Clock.systemUTC());
        this.tapped = gateway.tap(tap);
    }

    /// Whether no more will be written.
    public boolean over() {
        return tap.broken() || !gateway.equals(current.get());
    }

    /// How it goes; `id` is whoever asks' name for it.
    public CaptureFigures figures(String id) {
        return new CaptureFigures(id, tap.written(), tap.left());
    }

    @Override
    public void close() {
        tapped.close();
        try {
            tap.close();
        } catch (UncheckedIOException e) {
            LOG.debug("a capture's reader is gone: {}", e.getMessage());
        }
    }
}
