package dev.belljar.agent.snapshot;

import dev.belljar.agent.host.DurableFile;
import dev.belljar.agent.vm.BootImage;
import dev.belljar.agent.vm.MachineSpec;
import dev.belljar.agent.vm.VmDriver;
import dev.belljar.agent.vm.VmException;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.JsonFault;
import dev.belljar.contract.sandbox.Acceleration;
import dev.belljar.contract.sandbox.MachineLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The image, QEMU and shape of a template, stored beside it, to find out later whether a machine can still
/// start from it.
public record TemplateShape(
        MachineLimits limits,
        @Nullable String kernel,
        @Nullable String initrd,
        @Nullable String probeInitrd,
        @Nullable String base,
        List<String> parameters,
        @Nullable String root) {
    private static final String FILE = "shape.json";

    static TemplateShape of(MachineSpec shape) {
        BootImage image = shape.image();
        return new TemplateShape(
                shape.limits(),
                image.kernel().toString(),
                image.initrd().toString(),
                image.probeInitrd().toString(),
                image.base().toString(),
                image.parameters(),
                image.root() == null ? null : image.root().toString());
    }

    void write(Path folder) throws IOException {
        DurableFile.write(folder.resolve(FILE), ContractJson.pretty(this) + "\n");
    }

    /// The templates in this folder from which no machine can start on this host any more: their guest image is
    /// gone, or another QEMU or processor would run them. A template whose shape cannot be read is not included.
    public static Set<String> stale(Path templates, VmDriver driver, Acceleration now)
            throws IOException, InterruptedException {
        Set<String> stale = new HashSet<>();
        for (Path template : UsedLayers.entries(templates)) {
            String plan = planOf(template);
            try {
                TemplateShape shape = ContractJson.read(Files.readString(template.resolve(FILE)), TemplateShape.class);
                if (!shape.bootable() || !driver.plan(shape.spec(now)).equals(plan) || outdated(template, templates)) {
                    stale.add(String.valueOf(template.getFileName()));
                }
            } catch (IOException | JsonFault | VmException e) {
                // An unreadable shape does not prove that the template is useless.
            }
        }
        return stale;
    }

    /// The plan of the template in this folder: its name up to the key of its setup.
    static String planOf(Path template) {
        String name = String.valueOf(template.getFileName());
        int setup = name.indexOf('-');
        return setup <= 0 ? name : name.substring(0, setup);
    }

    /// True if a template for the same plan, with another setup, was made later.
    private static boolean outdated(Path template, Path templates) throws IOException {
        return UsedLayers.entries(templates).stream()
                .anyMatch(other -> !other.equals(template)
                        && planOf(other).equals(planOf(template))
                        && other.toFile().lastModified() > template.toFile().lastModified());
    }

    private boolean bootable() {
        return Files.isRegularFile(Path.of(String.valueOf(kernel)))
                && Files.isRegularFile(Path.of(String.valueOf(base)))
                && (root == null || Files.isRegularFile(Path.of(root)));
    }

    private MachineSpec spec(Acceleration acceleration) {
        return new MachineSpec(
                "template",
                "belljar",
                Path.of("/"),
                Path.of("/"),
                limits,
                new BootImage(
                        Path.of(String.valueOf(kernel)),
                        Path.of(String.valueOf(initrd)),
                        Path.of(String.valueOf(probeInitrd)),
                        Path.of(String.valueOf(base)),
                        parameters,
                        root == null ? null : Path.of(root)),
                acceleration,
                "52:54:00:00:00:00");
    }
}
