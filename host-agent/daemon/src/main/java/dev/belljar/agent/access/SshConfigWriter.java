package dev.belljar.agent.access;

import dev.belljar.agent.host.HostFolders;
import dev.belljar.agent.sandbox.SandboxRegistry;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.agent.ssh.ConfigText;
import dev.belljar.agent.ssh.KeyFolder;
import dev.belljar.agent.ssh.SshFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps the files that OpenSSH reads in step with the existing sandboxes.
public final class SshConfigWriter implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SshConfigWriter.class);

    private final SandboxRegistry registry;
    private final HostFolders folders;
    private final SshFiles files;
    private final ReentrantLock writing = new ReentrantLock();
    private boolean closed;

    public SshConfigWriter(SandboxRegistry registry, HostFolders folders, SshFiles files) {
        this.registry = registry;
        this.folders = folders;
        this.files = files;
    }

    /// A sandbox was added or removed: writes the files on a separate thread, without blocking.
    public void changed() {
        Thread.ofVirtual().name("ssh-config").start(this::write);
    }

    /// Writes the files before returning; a failure is logged, and operations that need the files report it.
    public void write() {
        writing.lock();
        try {
            if (closed) {
                return;
            }
            List<ConfigText.Host> hosts = new ArrayList<>();
            StringBuilder known = new StringBuilder();
            for (SandboxRuntime sandbox : registry.all()) {
                KeyFolder folder = KeyFolder.in(folders.sandbox(sandbox.id()));
                hosts.add(new ConfigText.Host(sandbox.name(), sandbox.id(), folder.identity()));
                folder.host().ifPresent(key -> known.append(ConfigText.known(sandbox.id(), key)));
            }
            files.write(hosts, known.toString());
        } catch (IOException e) {
            LOG.warn("the SSH config was not written: {}", e.getMessage());
        } finally {
            writing.unlock();
        }
    }

    /// No file is written after this returns; the next host agent updates them.
    @Override
    public void close() {
        writing.lock();
        try {
            closed = true;
        } finally {
            writing.unlock();
        }
    }
}
