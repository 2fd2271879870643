package dev.belljar.agent.status;

import dev.belljar.agent.guest.GuestStream;
import dev.belljar.agent.recording.CountedStreams;
import dev.belljar.agent.sandbox.SandboxRegistry;
import dev.belljar.agent.sync.file.FileArchive;
import dev.belljar.agent.sync.file.FileFinder;
import dev.belljar.agent.sync.file.FilePlacement;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.work.PrepareFiles;
import dev.belljar.contract.view.work.GuestFiles;
import java.io.InputStream;
import java.util.List;

/// Copies files out of guests and into them. A sandbox is given by its id or name.
public final class FileService {
    private static final String WORKSPACE = "/workspace";
    private static final String USER = "agent";

    private final SandboxRegistry registry;

    public FileService(SandboxRegistry registry) {
        this.registry = registry;
    }

    /// Lists the files of the workspace that match these patterns.
    public GuestFiles list(String id, List<String> patterns) throws BelljarException, InterruptedException {
        return new FileFinder(patterns).find(registry.find(id).guest());
    }

    /// The contents of files of the workspace as a tar archive, which the caller must close. It ends with an error
    /// if the guest stops sending.
    public GuestStream read(String id, List<String> paths) throws BelljarException, InterruptedException {
        return new FileArchive(registry.find(id).guest().get(WORKSPACE, USER, paths));
    }

    /// Creates a folder of the guest for files from the host, and excludes those from git.
    public void prepare(String id, PrepareFiles request) throws BelljarException, InterruptedException {
        new FilePlacement(request).run(registry.find(id).guest());
    }

    /// The bytes of a tar archive from a guest, whose machine counts as used while they are read.
    public InputStream counted(String id, GuestStream stream) throws BelljarException {
        return new CountedStreams(registry.find(id).observation().activity()).by(stream.input());
    }
}
