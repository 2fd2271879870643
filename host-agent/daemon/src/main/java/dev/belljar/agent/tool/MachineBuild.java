package dev.belljar.agent.tool;

import dev.belljar.agent.guest.BelljarScript;
import dev.belljar.agent.guest.ExecOutcome;
import dev.belljar.agent.guest.GuestExec;
import dev.belljar.agent.host.Command;
import dev.belljar.agent.host.CommandException;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.session.ExecCommand;
import dev.belljar.contract.text.VisibleText;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Builds a crate in a separate machine without network: the sources are fetched before, and the compiler is a
/// copy of the user's, or comes from Debian's packages. One file of bounded size is copied out and is not run on the
/// host.
///
/// Programs in the machine are untrusted: they may print anything, never answer or end, or return another file
/// than they built. The host enforces its own time limits.
final class MachineBuild implements CrateBuild.Place {
    private static final String RUST = "/opt/belljar/rust";
    private static final String BUILD = "/var/tmp/belljar-build";
    private static final Duration BRINGING = Duration.ofMinutes(30);
    private static final Duration BUILDING = Duration.ofHours(12);
    private static final int WORDS = 8_192;
    private static final int BUFFER = 64 << 10;
    /// Several times the size of Zellij (56 MB).
    private static final long MOST_PROGRAM = 256L << 20;

    private final BuildMachine.Maker machines;
    private final List<Path> path;
    private final DebianRust debian;
    private final Path place;
    private final Path ownCargo;
    private final long most;
    private final BuildDeadline.Limits limits;

    /// `path` is searched for Rust, `place` is the folder for the machine's project, `ownCargo` is the user's
    /// cargo folder.
    MachineBuild(BuildMachine.Maker machines, List<Path> path, DebianRust debian, Path place, Path ownCargo) {
        this(machines, path, debian, place, ownCargo, MOST_PROGRAM, BuildDeadline.Limits.USUAL);
    }

    MachineBuild(
            BuildMachine.Maker machines,
            List<Path> path,
            DebianRust debian,
            Path place,
            Path ownCargo,
            long most,
            BuildDeadline.Limits limits) {
        this.machines = machines;
        this.path = path;
        this.debian = debian;
        this.place = place;
        this.ownCargo = ownCargo;
        this.most = most;
        this.limits = limits;
    }

    @Override
    public boolean onHost() {
        return false;
    }

    @Override
    public void require(Crate crate, Path in) {
        // Debian's Rust is downloaded if this host has none that can be used.
    }

    @Override
    public void build(Crate crate, Path folder, Path target, ToolProgress progress)
            throws BelljarException, IOException, CommandException, InterruptedException {
        RustToolchain rust = rust(crate, folder, progress);
        progress.at(0, "Fetching the crates");
        new CrateSources(crate, rust, ownCargo).fetch(folder);
        Path project = place.resolve(crate.name() + "-build");
        Duration files = limits.files();
        try (BuildDeadline deadline = new BuildDeadline(crate, limits, progress);
                BuildMachine machine = deadline.make(
                        "Starting a sandbox for the build", limits.start(), () -> machines.make(project))) {
            deadline.run(0, "Copying Rust into the sandbox", files, () -> {
                bring(crate, machine, deadline, "root", RUST, rust.folder(), rust.members());
            });
            deadline.run(0, "Copying the crates into the sandbox", files, () -> {
                bring(crate, machine, deadline, null, BUILD, folder, List.of("crate", "vendor"));
            });
            deadline.run(0, "Compiling", limits.compile(), () -> compile(crate, rust, machine, deadline, progress));
            deadline.run(
                    99, "Copying the program out of the sandbox", files, () -> take(crate, machine, deadline, target));
        }
    }

    /// The user's toolchain if it can be used, else Debian's.
    private RustToolchain rust(Crate crate, Path folder, ToolProgress progress)
            throws BelljarException, IOException, CommandException, InterruptedException {
        RustToolchain ofUser = RustToolchain.ofUser(crate, path, folder).orElse(null);
        if (ofUser != null) {
            return ofUser;
        }
        progress.at(0, "Downloading Rust from Debian");
        return RustToolchain.ofDebian(crate, debian, Files.createDirectory(folder.resolve("rust")));
    }

    /// Copies files of a folder of this host into a folder of the machine.
    private static void bring(
            Crate crate,
            BuildMachine machine,
            BuildDeadline deadline,
            @Nullable String user,
            String to,
            Path from,
            List<String> members)
            throws BelljarException, CommandException, InterruptedException {
        List<String> words = new ArrayList<>(List.of("tar", "-C", from.toString(), "-cf", "-", "--"));
        words.addAll(members);
        Process tar = Command.of(words).startTied();
        String script = "mkdir -p %1$s && exec tar -C %1$s --no-same-owner -xf -".formatted(to);
        try (GuestExec exec = machine.exec(BelljarScript.command("build-in", script, user, BRINGING))) {
            Thread.ofVirtual().name("tool-build-tar").start(() -> drain(tar.getErrorStream()));
            Thread.ofVirtual().name("tool-build-in").start(() -> feed(tar, exec, deadline));
            ExecOutcome outcome = ended(exec);
            if (!Integer.valueOf(0).equals(outcome.exit().code()) || tar.waitFor() != 0) {
                throw ToolException.notBuilt(
                        crate, "the files could not be copied into the sandbox: " + said(outcome.err()));
            }
        } finally {
            Command.killTied(tar);
        }
    }

    private static ExecOutcome ended(GuestExec exec) throws BelljarException, InterruptedException {
        List<byte[]> words = new ArrayList<>();
        Thread reader = Thread.ofVirtual().name("tool-build-said").start(() -> {
            try (InputStream err = exec.stderr()) {
                words.add(err.readNBytes(WORDS));
                err.transferTo(OutputStream.nullOutputStream());
            } catch (IOException e) {
                // The caller that waits for the command gets the reason.
            }
        });
        var exit = exec.await();
        reader.join();
        return new ExecOutcome(exit, new byte[0], words.isEmpty() ? new byte[0] : words.getFirst(), false);
    }

    private static void feed(Process tar, GuestExec exec, BuildDeadline deadline) {
        try (OutputStream in = exec.stdin();
                InputStream packed = deadline.watched(tar.getInputStream())) {
            packed.transferTo(in);
        } catch (IOException e) {
            // One of the two commands has ended; its exit code says why.
        }
    }

    private static void drain(InputStream stream) {
        try (stream) {
            stream.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            // The command was ended; its exit code says the rest.
        }
    }

    private static void compile(
            Crate crate, RustToolchain rust, BuildMachine machine, BuildDeadline deadline, ToolProgress progress)
            throws BelljarException, InterruptedException {
        ExecCommand plain = BelljarScript.command("build", script(), null, BUILDING);
        Map<String, String> variables = new HashMap<>(plain.env());
        variables.putAll(CrateBuild.PROFILE);
        variables.putAll(rust.variables(Path.of(RUST)));
        variables.put("BELLJAR_RUST", RUST);
        variables.put("BELLJAR_BUILD", BUILD);
        variables.put("BELLJAR_PROGRAM", crate.program());
        ExecCommand command =
                new ExecCommand(plain.argv(), plain.cwd(), variables, plain.user(), false, 0, 0, plain.timeoutMillis());
        CargoOutput output = new CargoOutput(crate, progress);
        try (GuestExec exec = machine.exec(command)) {
            exec.stdin().close();
            Thread.ofVirtual().name("tool-build-out").start(() -> drain(exec.stdout()));
            Thread reader =
                    Thread.ofVirtual().name("tool-build-err").start(() -> output.read(deadline.watched(exec.stderr())));
            var exit = exec.await();
            reader.join();
            if (!Integer.valueOf(0).equals(exit.code())) {
                throw ToolException.notBuilt(
                        crate,
                        exit.timedOut() ? "it took longer than " + BUILDING.toHours() + " hours" : output.last());
            }
        } catch (IOException e) {
            throw ToolException.notBuilt(crate, String.valueOf(e.getMessage()));
        }
    }

    private void take(Crate crate, BuildMachine machine, BuildDeadline deadline, Path target)
            throws BelljarException, IOException, InterruptedException {
        ExecCommand command = new ExecCommand(
                List.of("cat", "--", BUILD + "/target/release/" + crate.program()),
                "/",
                Map.of(),
                null,
                false,
                0,
                0,
                BRINGING.toMillis());
        try (GuestExec exec = machine.exec(command)) {
            exec.stdin().close();
            Thread.ofVirtual().name("tool-build-words").start(() -> drain(exec.stderr()));
            write(crate, deadline.watched(exec.stdout()), target);
            if (!Integer.valueOf(0).equals(exec.await().code())) {
                throw ToolException.notBuilt(crate, "the program could not be copied out of the sandbox");
            }
        }
    }

    private void write(Crate crate, InputStream from, Path target) throws IOException, ToolException {
        long size = 0;
        byte[] buffer = new byte[BUFFER];
        try (OutputStream file = Files.newOutputStream(target, StandardOpenOption.CREATE_NEW)) {
            for (int n = from.read(buffer); n >= 0; n = from.read(buffer)) {
                size += n;
                if (size > most) {
                    throw ToolException.notBuilt(
                            crate, "the built program is larger than %d MiB".formatted(most >> 20));
                }
                file.write(buffer, 0, n);
            }
        }
    }

    private static String said(byte[] words) {
        return VisibleText.line(new String(words, StandardCharsets.UTF_8).strip());
    }

    private static String script() {
        try (InputStream stream = MachineBuild.class.getResourceAsStream("build.sh")) {
            if (stream == null) {
                throw new IllegalStateException("build.sh: missing from this build");
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException("build.sh: cannot be read from this build", e);
        }
    }
}
