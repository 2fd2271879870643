package dev.belljar.agent.image;

import dev.belljar.agent.host.Command;
import dev.belljar.agent.host.CommandException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// Runs `microvm-nix/debian/build-image` of a checkout or an installation, the only place that defines the
/// content of the guest image.
public final class BuildScript {
    // `--key` builds the guest agent first, if its sources are newer.
    private static final Duration KEY_LIMIT = Duration.ofMinutes(10);
    private static final Duration UPDATES_LIMIT = Duration.ofMinutes(2);
    private static final String REFRESH = "BELLJAR_REFRESH";
    private static final String UPDATE = "update ";
    private static final int TOOL_MISSING = 3;
    private static final int NO_SPACE = 4;

    private final Path script;

    /// The script in this folder, `microvm-nix/debian` of a checkout or an installation.
    public BuildScript(Path folder) {
        script = folder.resolve("build-image");
    }

    /// The key of the bundle that the script would build now: a digest of everything the bundle is made from.
    ///
    /// @throws ImageException when there is no script, or it cannot tell
    public String key() throws ImageException, InterruptedException {
        return key("");
    }

    /// The key of the bundle that the script would build for this refresh; an empty text means no refresh.
    ///
    /// @throws ImageException when there is no script, or it cannot tell
    String key(String refresh) throws ImageException, InterruptedException {
        BuildOutput output = new BuildOutput((percent, words) -> {});
        try {
            Command.Output said = Command.of(path(), "--key")
                    .env(REFRESH, refresh)
                    .timeout(KEY_LIMIT)
                    .run();
            said.errorText().lines().forEach(output::heard);
            if (said.exit() != 0) {
                throw failure(said.exit(), output);
            }
            return said.text().strip();
        } catch (CommandException e) {
            throw ImageException.buildFailed(String.valueOf(e.getMessage()), List.of());
        }
    }

    /// Starts a build into this folder.
    ///
    /// @throws ImageException when there is no script or it does not start
    Process start(Path out, String refresh) throws ImageException {
        try {
            return Command.of(path(), out.toString()).env(REFRESH, refresh).start();
        } catch (CommandException e) {
            throw ImageException.buildFailed(String.valueOf(e.getMessage()), List.of());
        }
    }

    /// The packages of the bundle with this manifest for which Debian's security archive has a newer version,
    /// each as `PACKAGE INSTALLED-VERSION NEW-VERSION`.
    ///
    /// @throws ImageException when the archive does not answer, or a tool is missing
    List<String> updates(Path manifest) throws ImageException, InterruptedException {
        BuildOutput output = new BuildOutput((percent, words) -> {});
        try {
            Command.Output said = Command.of(path(), "--updates", manifest.toString())
                    .timeout(UPDATES_LIMIT)
                    .run();
            said.errorText().lines().forEach(output::heard);
            if (said.exit() != 0) {
                throw failure(said.exit(), output);
            }
            return said.text()
                    .lines()
                    .filter(line -> line.startsWith(UPDATE))
                    .map(line -> line.substring(UPDATE.length()))
                    .toList();
        } catch (CommandException e) {
            throw ImageException.buildFailed(String.valueOf(e.getMessage()), List.of());
        }
    }

    /// The exception for a build that ended with this exit code and this output.
    static ImageException failure(int exit, BuildOutput output) {
        return switch (exit) {
            case TOOL_MISSING ->
                output.missing()
                        .map(tool -> ImageException.toolMissing(tool.name(), tool.debianPackage()))
                        .orElseGet(() ->
                                ImageException.buildFailed("a required program is not installed", output.lastLines()));
            case NO_SPACE -> ImageException.noSpace(output.lastLine().orElse("There is not enough free disk space."));
            default -> ImageException.buildFailed("build-image exited with code " + exit, output.lastLines());
        };
    }

    private String path() throws ImageException {
        if (!Files.isExecutable(script)) {
            throw ImageException.noScript(script);
        }
        return script.toAbsolutePath().toString();
    }
}
