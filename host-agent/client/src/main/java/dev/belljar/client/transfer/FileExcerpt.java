package dev.belljar.client.transfer;

import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.contract.operation.FilesApi;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.request.work.FetchFiles;
import dev.belljar.contract.request.work.ListFiles;
import dev.belljar.contract.view.work.GuestFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;

/// A part of one file of a workspace, read without writing to a disk of the host.
///
/// @param bytes what was read, fewer bytes than were asked for at the end of the file
/// @param size the size of the whole file in bytes
public record FileExcerpt(byte[] bytes, long size) {
    private static final ProblemCode NO_FILE = new ProblemCode("files.not-found", 404);
    private static final int CHUNK = 16 << 10;

    /// Reads at most `most` bytes from `offset`. `path` is relative to the workspace, or absolute in it.
    ///
    /// @throws AgentException if the host agent refuses it, or there is no such regular file
    /// @throws IOException if what the guest sends is not this file
    public static FileExcerpt read(AgentClient agent, String sandbox, String path, long offset, int most)
            throws AgentException, InterruptedException, IOException {
        String relative = WorkspacePath.relative(path);
        require(agent.call(FilesApi.LIST.at(sandbox), new ListFiles(List.of(relative))), relative);
        // Closing the stream ends the command in the guest, so what follows the excerpt is not transferred.
        try (InputStream archive = agent.files(sandbox, new FetchFiles(List.of(relative)))) {
            TarReader reader = new TarReader(archive);
            TarEntry entry = reader.next();
            if (entry == null || !entry.path().equals(relative) || entry.link()) {
                throw new TarFault("the archive does not contain the file that was asked for");
            }
            return new FileExcerpt(excerpt(reader, offset, most), entry.size());
        }
    }

    private static byte[] excerpt(TarReader reader, long offset, int most) throws IOException {
        ByteArrayOutputStream kept = new ByteArrayOutputStream();
        byte[] chunk = new byte[CHUNK];
        long at = 0;
        for (int n = reader.read(chunk); n >= 0 && kept.size() < most; n = reader.read(chunk)) {
            int from = Math.clamp(offset - at, 0, n);
            kept.writeBytes(Arrays.copyOfRange(chunk, from, from + Math.min(n - from, most - kept.size())));
            at += n;
        }
        return kept.toByteArray();
    }

    private static void require(GuestFiles found, String path) throws AgentException {
        if (found.files().stream().anyMatch(file -> file.path().equals(path))) {
            return;
        }
        String why = found.refused().stream()
                .filter(file -> file.path().equals(path))
                .map(file -> "\"%s\" cannot be read: %s".formatted(path, file.why()))
                .findFirst()
                .orElse("\"%s\": there is no such file in the workspace".formatted(path));
        throw new AgentException(
                Problem.of(NO_FILE, "no such file", why, "Name a regular file in /workspace, relative to it."), null);
    }
}
