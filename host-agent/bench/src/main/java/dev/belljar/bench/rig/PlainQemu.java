package dev.belljar.bench.rig;

import dev.belljar.client.AgentException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A sandbox's machine started by hand: the same QEMU, kernel, limits and disk, with QEMU's own `-netdev user`
/// instead of the gateway and without Belljar.
///
/// It boots from a layer over the disk of the stopped sandbox, with `belljar.measure` on its kernel's command
/// line.
public record PlainQemu(List<String> argv, Path disk) {
    /// A running machine, which closing ends.
    public record RunningQemu(Process process, Path folder) implements AutoCloseable {
        @Override
        public void close() throws IOException {
            try {
                process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            BenchMachine.removeAll(folder);
        }
    }

    /// Stores the command line and the disk of a running machine.
    public static PlainQemu of(BenchMachine machine) throws AgentException, IOException {
        List<String> argv = List.of(Files.readString(
                        Path.of(
                                "/proc",
                                Long.toString(BenchMachine.qemu(machine.id()).pid()),
                                "cmdline"),
                        StandardCharsets.UTF_8)
                .split("\0"));
        String ram = argv.stream()
                .filter(word -> word.contains("mem-path="))
                .findFirst()
                .orElseThrow();
        return new PlainQemu(argv, Path.of(field(ram, "mem-path=")).resolveSibling("disk.qcow2"));
    }

    /// Boots the machine after its sandbox was stopped; `forwards` are more options of `-netdev user`, each with
    /// a comma before it.
    public RunningQemu boot(String forwards) throws AgentException, IOException, InterruptedException {
        Path own = Files.createTempDirectory("bj-rival");
        Path layer = own.resolve("disk.qcow2");
        HostCommand.run(List.of(
                "qemu-img", "create", "-q", "-f", "qcow2", "-F", "qcow2", "-b", disk.toString(), layer.toString()));
        Process qemu = new ProcessBuilder(words(own, layer, forwards))
                .redirectErrorStream(true)
                .redirectOutput(own.resolve("log").toFile())
                .start();
        return new RunningQemu(qemu, own);
    }

    private List<String> words(Path own, Path layer, String forwards) {
        List<String> words = new ArrayList<>();
        for (int i = 0; i < argv.size(); i++) {
            String word = argv.get(i);
            if (word.equals("-incoming")) {
                i++;
            } else if (!word.equals("-S")) {
                words.add(other(word, i == 0 ? "" : argv.get(i - 1), own, layer, forwards));
            }
        }
        return words;
    }

    private static String other(String word, String option, Path own, Path layer, String forwards) {
        return switch (option) {
            case "-netdev" -> "user,id=" + field(word, "id=") + forwards;
            case "-pidfile" -> own.resolve("pid").toString();
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
