package dev.belljar.bench.rig;

import dev.belljar.client.AgentException;
import java.io.IOException;

/// The same machine, started by hand with QEMU's own `-netdev user` instead of the gateway.
///
/// A service in the machine measures and sends the result.
public final class NetRival {
    public static final String NAME = "-netdev user";

    private static final String SERVICE = """
            [Unit]
            Description=Measures the network
            ConditionKernelCommandLine=belljar.measure
            [Service]
            Type=idle
            ExecStart=/bin/sh /root/measure.sh
            [Install]
            WantedBy=multi-user.target
            """;
    /// Sets the address that QEMU's network gives its machine, and waits until the boot is complete.
    private static final String MEASURE = """
            for card in /sys/class/net/e*; do card=${card##*/}; done
            ip link set "$card" up
            ip addr replace 10.0.2.15/24 dev "$card"
            ip route replace default via 10.0.2.2
            sleep 20
            exec python3 /root/measure.py TARGET all report
            """;
    private static final int PATIENCE_SECONDS = 600;

    private final PlainQemu machine;

    private NetRival(PlainQemu machine) {
        this.machine = machine;
    }

    /// Prepares the disk of a running machine, and stores its command line.
    public static NetRival of(BenchMachine machine, int port) throws AgentException, IOException, InterruptedException {
        machine.script("root", """
                cat > /root/measure.py <<'END'
                %s
                END
                cat > /root/measure.sh <<'END'
                %s
                END
                cat > /etc/systemd/system/measure.service <<'END'
                %s
                END
                systemctl -q enable measure.service
                sync
                """.formatted(
                        NetScript.TEXT, MEASURE.replace("TARGET", NetPeer.ADDRESS + " " + port), SERVICE));
        return new NetRival(PlainQemu.of(machine));
    }

    /// Boots the machine after its sandbox was stopped, waits for its results, and ends it.
    public NetScript.NetworkFigures measure(NetPeer peer) throws AgentException, IOException, InterruptedException {
        try (PlainQemu.RunningQemu _ = machine.boot("")) {
            return NetScript.NetworkFigures.read(peer.next("result", PATIENCE_SECONDS));
        }
    }
}
