package dev.belljar.client.bench;

import dev.belljar.client.AgentException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// The same machine, started by hand with QEMU's own `-netdev user` in place of the gateway.
///
/// It boots from a layer over the disk of a stopped sandbox, in which a service measures and hands in the result.
final class NetRival {
    static final String NAME = "-netdev user";

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
    /// Takes the address that QEMU's network has for its one machine, and lets the boot come to rest first.
    private static final String MEASURE = """
            for card in /sys/class/net/e*; do card=${card##*/}; done
            ip link set "$card" up
            ip addr replace 10.0.2.15/24 dev "$card"
            ip route replace default via 10.0.2.2
            sleep 20
            exec python3 /root/measure.py TARGET all report
            """;
    private static final int PATIENCE_SECONDS = 600;

    private final List<String> argv;
    private final Path disk;

    private NetRival(List<String> argv, Path disk) {
        this.argv = argv;
        this.disk = disk;
    }

    /// Prepares the disk of a running machine, and remembers how it was started.
    static NetRival of(BenchMachine machine, int port) throws AgentException, IOException, InterruptedException {
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
        List<String> argv = List.of(Files.readString(
                        Path.of(
                                "/proc",
                                Long.toString(IdleCopies.qemu(machine.id()).pid()),
                                "cmdline"),
                        StandardCharsets.UTF_8)
                .split("\0"));
        String ram = argv.stream()
                .filter(word -> word.contains("mem-path="))
                .findFirst()
                .orElseThrow();
        return new NetRival(argv, Path.of(field(ram, "mem-path=")).resolveSibling("disk.qcow2"));
    }

    /// Boots it once its sandbox is stopped, waits for what it measures, and ends it.
    NetScript.Figures measure(NetPeer peer) throws AgentException, IOException, InterruptedException {
        Path own = Files.createTempDirectory("bj-rival");
        Path layer = own.resolve("disk.qcow2");
        HostCommand.run(List.of(
                "qemu-img", "create", "-q", "-f", "qcow2", "-F", "qcow2", "-b", disk.toString(), layer.toString()));
        Process qemu = new ProcessBuilder(words(own, layer))
                .redirectErrorStream(true)
                .redirectOutput(own.resolve("log").toFile())
                .start();
        try {
            return NetScript.Figures.read(peer.next("result", PATIENCE_SECONDS));
        } finally {
            qemu.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
            BenchMachine.removeAll(own);
        }
    }

    private List<String> words(Path own, Path layer) {
        List<String> words = new ArrayList<>();
        for (int i = 0; i < argv.size(); i++) {
            String word = argv.get(i);
            if (word.equals("-incoming")) {
                i++;
            } else if (!word.equals("-S")) {
                words.add(other(word, i == 0 ? "" : argv.get(i - 1), own, layer));
            }
        }
        return words;
    }

    private static String other(String word, String option, Path own, Path layer) {
        return switch (option) {
            case "-netdev" -> "user,id=" + field(word, "id=");
            case "-append" -> word + " belljar.measure";
            case "-chardev" -> replaced(word, "path=", own.resolve(field(word, "id=")));
            case "-object" -> word.contains("mem-path=") ? replaced(word, "mem-path=", own.resolve("ram")) : word;
            case "-blockdev" -> word.contains("node-name=disk") ? replaced(word, "file.filename=", layer) : word;
            case "-device" -> word.replaceFirst(",host_mtu=\\d+", "");
            default -> word;
        };
    }

    private static String field(String word, String name) {
        int begin = word.indexOf(name) + name.length();
        int end = word.indexOf(',', begin);
        return word.substring(begin, end < 0 ? word.length() : end);
    }

    private static String replaced(String word, String name, Path value) {
        return word.replace(name + field(word, name), name + value);
    }
}
