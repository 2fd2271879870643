package dev.belljar.client.command.host;

import dev.belljar.client.BrowserTrust;
import dev.belljar.client.console.LineDiff;
import dev.belljar.contract.view.network.RouteServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The repairs that the doctor can make on this host: each describes what it will do, and does it, with `sudo`
/// if root is needed. Files are backed up first.
final class HostRepair {
    private static final String BACKUP = ".before-belljar";
    private static final Path ROOTS = Path.of("/usr/local/share/ca-certificates/belljar.crt");
    private static final long MINUTES = 5;

    private final BrowserTrust browsers;
    private final List<RepairStep> steps = new ArrayList<>();

    private HostRepair(Path home) {
        this.browsers = new BrowserTrust(home);
    }

    /// One step: a description of the change and its commands. `root` is true if they must run as root;
    /// `hindrance` says why the step is impossible.
    record RepairStep(
            String what,
            boolean root,
            List<List<String>> commands,
            @Nullable String hindrance) {
        RepairStep(String what, boolean root, List<List<String>> commands) {
            this(what, root, commands, null);
        }
    }

    /// Lists the steps that are necessary on this host for the user with this home folder; empty if nothing
    /// needs repair.
    ///
    /// @throws IOException when a file cannot be read or prepared
    static List<RepairStep> steps(RouteServer server, Path home) throws IOException, InterruptedException {
        HostRepair repair = new HostRepair(home);
        repair.file(HostFix.SWITCH, HostFix.nameSwitch(text(HostFix.SWITCH)));
        repair.file(HostFix.ALLOW, HostFix.allow(text(HostFix.ALLOW), text(HostFix.SWITCH)));
        if (server.certificate() != null) {
            repair.system(Path.of(server.certificate()));
            repair.browsers(Path.of(server.certificate()));
        }
        return repair.steps;
    }

    /// Performs a step and returns whether its commands succeeded.
    ///
    /// @throws IOException if the step is impossible, or a required program is missing; the message then
    /// names the package that contains it
    static boolean done(RepairStep step) throws IOException, InterruptedException {
        if (step.hindrance() != null) {
            throw new IOException(step.hindrance());
        }
        for (List<String> command : step.commands()) {
            List<String> words = new ArrayList<>();
            if (step.root() && !System.getProperty("user.name").equals("root")) {
                words.add("sudo");
            }
            words.addAll(command);
            Process process = begin(words);
            if (!process.waitFor(MINUTES, TimeUnit.MINUTES) || process.exitValue() != 0) {
                return false;
            }
        }
        return true;
    }

    private static Process begin(List<String> words) throws IOException {
        try {
            return new ProcessBuilder(words).inheritIO().start();
        } catch (IOException e) {
            String hint = words.contains(BrowserTrust.CERTUTIL)
                    ? "; install it with: sudo apt-get install " + BrowserTrust.PACKAGE
                    : "";
            throw new IOException(words.getFirst() + " cannot be run" + hint, e);
        }
    }

    private void file(Path file, String expected) throws IOException {
        String now = text(file);
        if (now.equals(expected)) {
            return;
        }
        Path scratch = Files.createTempFile("belljar", null);
        scratch.toFile().deleteOnExit();
        Files.writeString(scratch, expected);
        List<List<String>> commands = new ArrayList<>();
        if (Files.exists(file)) {
            commands.add(List.of("cp", "-pn", file.toString(), file + BACKUP));
        }
        commands.add(List.of("install", "-m", "0644", scratch.toString(), file.toString()));
        steps.add(new RepairStep("Write to %s: %s".formatted(file, LineDiff.added(now, expected)), true, commands));
    }

    private void system(Path root) throws IOException {
        if (!Files.isDirectory(Objects.requireNonNull(ROOTS.getParent()))
                || text(ROOTS).equals(text(root))) {
            return;
        }
        steps.add(new RepairStep(
                "Make the programs on this computer trust " + root,
                true,
                List.of(
                        List.of("install", "-m", "0644", root.toString(), ROOTS.toString()),
                        List.of("update-ca-certificates"))));
    }

    private void browsers(Path root) throws IOException, InterruptedException {
        for (Path database : browsers.databases()) {
            String what = "Make the browser that uses the certificate database %s trust %s".formatted(database, root);
            try {
                BrowserTrust.BrowserTrustStatus status = browsers.standing(database, root);
                if (status != BrowserTrust.BrowserTrustStatus.TRUSTED) {
                    steps.add(new RepairStep(what, false, browsers.giving(database, root, status)));
                }
            } catch (IOException e) {
                // The other databases are still repaired if one cannot be read.
                steps.add(new RepairStep(what, false, List.of(), String.valueOf(e.getMessage())));
            }
        }
    }

    private static String text(Path file) throws IOException {
        return Files.exists(file) ? Files.readString(file) : "";
    }
}
