package dev.belljar.agent.sandbox;

import dev.belljar.agent.host.Command;
import dev.belljar.agent.host.CommandException;
import dev.belljar.contract.sandbox.Acceleration;
import dev.belljar.contract.view.Check;
import dev.belljar.contract.view.ImageStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Tries what Belljar needs of this host and says, one sentence each, what holds and how to mend the rest.
final class Doctor {
    private static final long GIB = 1L << 30;
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Rooms rooms;

    Doctor(Rooms rooms) {
        this.rooms = rooms;
    }

    List<Check> checks(HostFigures figures) throws InterruptedException {
        List<Check> checks = new ArrayList<>();
        checks.add(acceleration(rooms.probe().cached()));
        checks.add(program("qemu-system-x86_64", "qemu-system-x86", "runs the machines"));
        checks.add(program("qemu-img", "qemu-utils", "makes their disks"));
        checks.add(program("git", "git", "carries the project in and the work out"));
        checks.add(image(rooms.images().status()));
        if (!rooms.images().status().state().equals("ready")) {
            checks.add(program("mmdebstrap", "mmdebstrap", "builds the guest image"));
            checks.add(program("mkfs.erofs", "erofs-utils", "packs the guest image"));
        }
        checks.add(disk(figures));
        checks.add(memory(figures));
        return checks;
    }

    private static Check acceleration(Acceleration acceleration) {
        String level = switch (acceleration.kind()) {
            case KVM -> "ok";
            case KVM_UNUSABLE, NO_KVM, UNKNOWN -> "warn";
        };
        return new Check("Acceleration: " + acceleration.label(), level, sentence(acceleration), null);
    }

    private static String sentence(Acceleration acceleration) {
        return acceleration.cost().isEmpty()
                ? acceleration.reason()
                : acceleration.reason() + " " + acceleration.cost();
    }

    private static Check program(String name, String debianPackage, String what) throws InterruptedException {
        try {
            String first = Command.of(name, "--version")
                    .timeout(PATIENCE)
                    .run()
                    .text()
                    .lines()
                    .findFirst()
                    .orElse("");
            return new Check(name, "ok", "%s: %s".formatted(what, first.isBlank() ? "installed" : first.strip()), null);
        } catch (CommandException e) {
            return new Check(
                    name, "fail", name + " " + what + " and is not installed", "sudo apt-get install " + debianPackage);
        }
    }

    private static Check image(ImageStatus status) {
        return switch (status.state()) {
            case "ready" ->
                new Check(
                        "Guest image",
                        "ok",
                        "%,d MB, built from Debian packages".formatted(status.bytes() >> 20),
                        null);
            case "building" ->
                new Check(
                        "Guest image",
                        "warn",
                        "is being built: %d %%, %s".formatted(status.percent(), status.step()),
                        null);
            case "failed" ->
                new Check("Guest image", "fail", "could not be built: " + status.step(), "belljar image build");
            default ->
                new Check("Guest image", "warn", "is not built yet; the first start does it", "belljar image build");
        };
    }

    private static Check disk(HostFigures figures) {
        long free = figures.diskFree();
        String detail = "%.1f GB free".formatted(free / 1e9);
        return free > 10 * GIB
                ? new Check("Disk", "ok", detail, null)
                : new Check(
                        "Disk",
                        free > 3 * GIB ? "warn" : "fail",
                        detail + ": an image and a machine need about 4 GB",
                        null);
    }

    private static Check memory(HostFigures figures) {
        long free = figures.memoryFree();
        String detail = "%.1f of %.1f GB free".formatted(free / 1e9, figures.memoryTotal() / 1e9);
        return new Check("Memory", free > 2 * GIB ? "ok" : "warn", detail, null);
    }
}
