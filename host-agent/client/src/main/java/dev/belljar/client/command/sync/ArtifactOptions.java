package dev.belljar.client.command.sync;

import dev.belljar.client.AgentException;
import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.WaitingLine;
import dev.belljar.client.transfer.ProposedArtifacts;
import dev.belljar.client.transfer.WorkspacePath;
import dev.belljar.contract.operation.SandboxApi;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The options of `belljar sync N --artifacts`: copies build output instead of syncing the changes.
final class ArtifactOptions {
    @Option(
            names = "--artifacts",
            arity = "0..1",
            paramLabel = "GLOB",
            fallbackValue = "",
            description =
                    "Copy files that match this pattern, such as build output, instead of syncing the changes. Can be"
                            + " repeated. To copy the files that the project proposes in .belljar/sync.toml, give no"
                            + " pattern and put --artifacts last: belljar sync shop --artifacts")
    @Nullable
    List<String> patterns;

    @Mixin
    CopyOptions options = new CopyOptions();

    /// What the command line says besides the options here.
    record ArtifactRequest(CommandSession session, WaitingLine waiting, String sandbox, boolean json, boolean yes) {}

    /// True if artifacts are to be copied.
    boolean requested() {
        return patterns != null;
    }

    /// Copies the artifacts, and returns the exit code.
    int run(ArtifactRequest request) throws AgentException, InterruptedException, IOException {
        List<String> chosen = new ArrayList<>();
        for (String pattern : patterns == null ? List.<String>of() : patterns) {
            if (!pattern.isEmpty()) {
                chosen.add(WorkspacePath.relative(pattern));
            }
        }
        if (chosen.isEmpty()) {
            chosen.addAll(proposed(request));
        }
        if (chosen.isEmpty()) {
            request.session().aside("Nothing was copied.");
            return CommandSession.PROBLEM;
        }
        return new FileCopy(request.session(), request.waiting(), request.sandbox(), options.to, request.json())
                .run(chosen, options.choice());
    }

    // Empty if the user did not confirm them.
    private static List<String> proposed(ArtifactRequest request)
            throws AgentException, InterruptedException, IOException {
        CommandSession session = request.session();
        Path project = Path.of(session.agent()
                .call(SandboxApi.GET.at(request.sandbox()))
                .spec()
                .project());
        if (!ProposedArtifacts.exist(project)) {
            throw new IOException(("%s does not exist: name a pattern, such as --artifacts 'dist/**', or list patterns"
                            + " in that file as `artifacts = [\"dist/**\"]`")
                    .formatted(project.resolve(ProposedArtifacts.FILE)));
        }
        ProposedArtifacts proposed = ProposedArtifacts.of(project, System.getenv());
        if (proposed.confirmed()) {
            return proposed.patterns();
        }
        session.aside("The project proposes to copy these files from the sandbox:");
        proposed.patterns().forEach(pattern -> session.aside("  %s", pattern));
        if (!request.yes()) {
            String answer = session.ask("Copy these files? You will not be asked again until " + ProposedArtifacts.FILE
                    + " changes. [y/N] ");
            if (answer == null) {
                session.aside("Standard input is not a terminal, so Belljar cannot ask. Use --yes to confirm these"
                        + " patterns.");
            }
            if (answer == null || !answer.strip().toLowerCase(Locale.ROOT).startsWith("y")) {
                return List.of();
            }
        }
        proposed.confirm();
        return proposed.patterns();
    }
}
