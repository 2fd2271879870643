package dev.belljar.contract.operation;

import dev.belljar.contract.request.work.ListFiles;
import dev.belljar.contract.request.work.PrepareFiles;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.view.work.GuestFiles;

/// The operations on files that are copied out of a sandbox or into it without git. `ApiStream.READ_FILES` carries the
/// contents out; a command that reads a tar archive from its input carries them in.
public final class FilesApi {
    public static final Operation<ListFiles, GuestFiles> LIST = Operation.post(
                    "listFiles", "/sandboxes/{id}/files/list")
            .about("Lists the files in the workspace that match patterns.", "The files.")
            .in(SandboxState.RUNNING)
            .body(ListFiles.class)
            .answers(GuestFiles.class);

    public static final Operation<PrepareFiles, Empty> PREPARE = Operation.post(
                    "prepareFiles", "/sandboxes/{id}/files/prepare")
            .about(
                    "Creates the folder for files that will be written, and excludes them from git. The request is "
                            + "refused if git tracks one of them.",
                    "The files can be written.")
            .in(SandboxState.RUNNING)
            .body(PrepareFiles.class)
            .answersNothing(204);

    private FilesApi() {}
}
