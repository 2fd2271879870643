package dev.belljar.agent.sync.workspace;

import dev.belljar.agent.sync.ProjectNotes;
import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.SyncFaults;
import dev.belljar.agent.sync.accept.UserNotes;
import dev.belljar.agent.sync.repository.HostRepositories;
import dev.belljar.agent.sync.repository.HostRepository;
import dev.belljar.agent.sync.repository.RepositoryLocks;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The notes in the repositories of users, one change at a time in each.
record GitProjectNotes(HostRepositories repositories, RepositoryLocks locks) implements ProjectNotes {
    @Override
    public List<String> without(String sandbox, Path project, String commit)
            throws SyncException, InterruptedException {
        HostRepository repository = repositories.of(project);
        Optional<UserNotes> notes = UserNotes.of(repository, project);
        return notes.isEmpty()
                ? List.of()
                : locks.reading(repository, () -> notes.get().without(sandbox, commit));
    }

    @Override
    public void put(Path project, List<String> commits, String note) throws SyncException, InterruptedException {
        HostRepository repository = repositories.of(project);
        UserNotes notes = UserNotes.of(repository, project).orElseThrow(() -> SyncFaults.noProject(project));
        String _ = locks.alone(repository, () -> {
            notes.put(commits, note);
            return note;
        });
    }
}
