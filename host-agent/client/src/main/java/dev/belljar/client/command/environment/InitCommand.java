package dev.belljar.client.command.environment;

import dev.belljar.client.console.CommandSession;
import dev.belljar.client.console.SessionCommand;
import dev.belljar.client.environment.EnvironmentMerge;
import dev.belljar.client.environment.MachineFile;
import dev.belljar.client.environment.ProjectFindings;
import dev.belljar.client.environment.ProjectFindings.ProjectFinding;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.contract.environment.Environment;
import dev.belljar.contract.environment.EnvironmentProposal;
import dev.belljar.contract.environment.EnvironmentState;
import dev.belljar.contract.operation.EnvironmentApi;
import dev.belljar.contract.request.environment.ReadProposal;
import dev.belljar.contract.text.VisibleText;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `belljar init [PATH]`: writes a first `.belljar/machine.toml` from what it finds in a project.
@CommandExamples({
    "belljar init ~/src/shop | Create .belljar/machine.toml.",
    "belljar init --dry-run | Show what the file would contain, without writing it."
})
@Command(
        name = "init",
        description = "Create an initial .belljar/machine.toml from what Belljar finds in a project.",
        footer = {
            "",
            "Belljar looks for package.json, Python and Rust projects, makefiles, CMake files, Compose files,"
                    + " Dockerfiles and devcontainer.json. It doesn't run any of the project's programs, and never"
                    + " changes an existing file."
        },
        mixinStandardHelpOptions = true)
final class InitCommand extends SessionCommand {
    private static final List<String> DEVCONTAINERS = List.of(".devcontainer/devcontainer.json", ".devcontainer.json");

    @Mixin
    ProjectPath project = new ProjectPath();

    @Option(names = "--dry-run", description = "Print the file instead of writing it.")
    boolean dryRun;

    InitCommand(CommandSession session) {
        super(session);
    }

    /// What was found, and the file that proposes it.
    record InitReport(String file, boolean written, List<ProjectFinding> found, List<String> ignored, String text) {}

    @Override
    public Integer call() throws Exception {
        Path folder = project.absolute();
        if (!Files.isDirectory(folder)) {
            throw new NotDirectoryException(folder.toString());
        }
        if (Files.exists(folder.resolve(MachineFile.NAME), LinkOption.NOFOLLOW_LINKS)) {
            throw new FileAlreadyExistsException(
                    folder.resolve(MachineFile.NAME).toString());
        }
        ProjectFindings findings = ProjectFindings.in(folder);
        List<ProjectFinding> found = new ArrayList<>(findings.found());
        List<String> ignored = new ArrayList<>();
        Environment environment = findings.environment();
        if (DEVCONTAINERS.stream().anyMatch(name -> Files.exists(folder.resolve(name), LinkOption.NOFOLLOW_LINKS))) {
            environment = EnvironmentMerge.of(devcontainer(folder, found, ignored), environment);
        }
        String text = MachineFile.text(environment);
        if (!dryRun) {
            Path _ = MachineFile.write(folder, text);
        }
        report(new InitReport(folder.resolve(MachineFile.NAME).toString(), !dryRun, found, ignored, text), folder);
        return 0;
    }

    /// The host agent reads it, as it does where there is no other file.
    private Environment devcontainer(Path folder, List<ProjectFinding> found, List<String> ignored) throws Exception {
        EnvironmentProposal proposal =
                session().agent().call(EnvironmentApi.PROPOSAL, ReadProposal.of(folder.toString()));
        String file = String.valueOf(proposal.file());
        if (proposal.state() == EnvironmentState.INVALID) {
            ignored.add("%s: %s".formatted(file, proposal.problem()));
            return Environment.EMPTY;
        }
        found.add(new ProjectFinding(file, "the parts that Belljar can use"));
        ignored.addAll(proposal.ignored());
        return proposal.environment();
    }

    private void report(InitReport report, Path folder) {
        if (json) {
            session().json(report);
            return;
        }
        if (report.found().isEmpty()) {
            session().aside("Found no files that show what the project needs.");
        }
        report.found().forEach(each -> session().aside("Found %s: %s", each.file(), each.need()));
        report.ignored().forEach(each -> session().aside("Ignored: %s", each));
        if (dryRun) {
            session().out().print(VisibleText.text(report.text(), "\n\t"));
            return;
        }
        session().line("Wrote %s", report.file());
        session().aside("Check and extend the file, then review it with: belljar environment accept %s", folder);
    }
}
