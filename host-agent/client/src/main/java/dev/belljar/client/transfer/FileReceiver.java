package dev.belljar.client.transfer;

import dev.belljar.contract.text.ByteCount;
import dev.belljar.contract.view.work.GuestFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Unpacks archives from a guest below a target folder.
///
/// Only files that were asked for are accepted, each once, as regular files and within the limit of bytes. A file
/// gets its name only when it is complete and what follows it in the archive is intact, so that neither an
/// interruption nor an error in the sandbox leaves half a file under its name.
final class FileReceiver {
    private static final int CHUNK = 1 << 16;
    private static final long CHECK_EVERY = 64L << 20;

    /// Free space that is left on this computer's disk.
    static final long RESERVE = 256L << 20;

    private final TargetFolder target;
    private final boolean executable;
    private final boolean replace;
    private final long most;
    private final CopyProgress progress;
    private final Map<String, GuestFile> expected = new HashMap<>();
    private final Set<String> received = new HashSet<>();
    private long bytes;

    /// Receives progress.
    interface CopyProgress {
        /// So many bytes were written, now of this file.
        void at(long bytes, String path);
    }

    /// Writes at most `most` bytes. Files stay executable only if `executable` is true, and other files are replaced
    /// only if `replace` is true.
    FileReceiver(TargetFolder target, boolean executable, boolean replace, long most, CopyProgress progress) {
        this.target = target;
        this.executable = executable;
        this.replace = replace;
        this.most = most;
        this.progress = progress;
    }

    /// The number of bytes written so far.
    long bytes() {
        return bytes;
    }

    /// Unpacks an archive of these files, and returns those of which it contains only a link to another one.
    ///
    /// @throws TarFault when the archive contains anything else than these files
    List<String> receive(List<GuestFile> files, InputStream archive) throws IOException {
        expected.clear();
        received.clear();
        files.forEach(file -> expected.put(file.path(), file));
        List<String> linked = new ArrayList<>();
        TarReader tar = new TarReader(archive);
        TarEntry entry = tar.next();
        while (entry != null) {
            GuestFile file = expected.get(entry.path());
            if (file == null || !received.add(entry.path())) {
                throw new TarFault("the sandbox sent \"" + entry.path() + "\" twice or without being asked");
            }
            if (entry.link()) {
                linked.add(entry.path());
                entry = tar.next();
            } else {
                entry = written(tar, entry, file);
            }
        }
        tar.finish();
        for (String path : expected.keySet()) {
            if (!received.contains(path)) {
                throw new TarFault("\"" + path + "\" is missing: it may have been deleted in the sandbox");
            }
        }
        return linked;
    }

    // Returns the next entry: only if that is intact, the file is kept.
    private @Nullable TarEntry written(TarReader tar, TarEntry entry, GuestFile file) throws IOException {
        if (entry.size() > most - bytes) {
            throw new SizeLimitFault("the files are larger than %s".formatted(ByteCount.binaryWords(most)));
        }
        try (TargetFolder.PartialFile part = target.begin(entry.path())) {
            byte[] chunk = new byte[CHUNK];
            long checked = 0;
            requireSpace(Math.min(entry.size(), CHECK_EVERY));
            for (int n = tar.read(chunk); n >= 0; n = tar.read(chunk)) {
                ByteBuffer rest = ByteBuffer.wrap(chunk, 0, n);
                while (rest.hasRemaining()) {
                    checked += part.channel().write(rest);
                }
                bytes += n;
                progress.at(bytes, entry.path());
                if (checked >= CHECK_EVERY) {
                    requireSpace(CHECK_EVERY);
                    // Otherwise the last step would take so long that the host agent gave up on a slow reader.
                    if (part.channel() instanceof FileChannel channel) {
                        channel.force(false);
                    }
                    checked = 0;
                }
            }
            TarEntry next = tar.next();
            part.keep(file.modified(), executable && file.executable(), replace);
            return next;
        }
    }

    private void requireSpace(long more) throws IOException {
        if (Files.getFileStore(target.path()).getUsableSpace() < more + RESERVE) {
            throw new IOException("%s: less than %s would be left on this disk"
                    .formatted(target.path(), ByteCount.binaryWords(RESERVE)));
        }
    }
}
