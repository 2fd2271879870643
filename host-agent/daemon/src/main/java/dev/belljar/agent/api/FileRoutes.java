package dev.belljar.agent.api;

import dev.belljar.agent.api.http.ApiException;
import dev.belljar.agent.api.http.OperationRoutes;
import dev.belljar.agent.api.http.RequestReader;
import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.GuestStream;
import dev.belljar.agent.status.FileService;
import dev.belljar.contract.operation.FilesApi;
import dev.belljar.contract.request.work.FetchFiles;
import dev.belljar.contract.text.VisibleText;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/// The API's operations on files that are copied out of a sandbox or into it.
final class FileRoutes {
    private static final int CHUNK = 1 << 16;

    /// All paths have to fit into one message of the guest link.
    private static final int MOST_PATHS = 1_000;

    private static final int MOST_BYTES = 48 << 10;

    private final FileService files;

    FileRoutes(FileService files) {
        this.files = files;
    }

    void register(OperationRoutes routes) {
        routes.on(FilesApi.LIST, (id, request) -> files.list(id, request.patterns()))
                .run(FilesApi.PREPARE, files::prepare);
    }

    /// Sends the requested files. If the guest's archive breaks off, a problem document follows it, which no client
    /// can take for the end of an archive.
    void read(Context context) throws Exception {
        String id = RequestReader.sandbox(context);
        FetchFiles request = RequestReader.body(context, FetchFiles.class);
        if (request.paths().isEmpty()) {
            throw ApiException.invalid("paths: expected at least one path");
        }
        int bytes = 0;
        for (String path : request.paths()) {
            bytes += RequestReader.workspacePath(path).getBytes(StandardCharsets.UTF_8).length;
        }
        if (request.paths().size() > MOST_PATHS || bytes > MOST_BYTES) {
            throw ApiException.invalid(
                    "paths: expected at most %d paths with %d bytes in total".formatted(MOST_PATHS, MOST_BYTES));
        }
        try (GuestStream stream = files.read(id, request.paths());
                InputStream tar = files.counted(id, stream)) {
            context.status(200).contentType("application/x-tar").header("Cache-Control", "no-store");
            copy(tar, context.res().getOutputStream());
        }
    }

    private static void copy(InputStream tar, OutputStream out) throws GuestException {
        byte[] chunk = new byte[CHUNK];
        for (int n = read(tar, chunk); n >= 0; n = read(tar, chunk)) {
            try {
                out.write(chunk, 0, n);
            } catch (IOException e) {
                return; // the client has left
            }
        }
    }

    private static int read(InputStream tar, byte[] chunk) throws GuestException {
        try {
            return tar.read(chunk);
        } catch (IOException e) {
            throw new GuestException(
                    GuestException.REFUSED,
                    "the guest stopped sending the files: " + VisibleText.line(String.valueOf(e.getMessage())),
                    "A file may have changed or been deleted while it was being read. Try again.",
                    e);
        }
    }
}
