package dev.belljar.agent.sandbox;

import dev.belljar.agent.ssh.ConfigText;
import dev.belljar.agent.ssh.KeyFolder;
import dev.belljar.agent.ssh.PublicKey;
import dev.belljar.agent.ssh.SshFiles;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.view.MachineKey;
import dev.belljar.contract.view.SshKey;
import dev.belljar.contract.view.SshKeys;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// ssh of all sandboxes: answers requests about keys, and keeps the files that OpenSSH reads in step with the
/// sandboxes there are.
final class SshService implements SshOperations, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SshService.class);

    private final SandboxService sandboxService;
    private final SshFiles files;
    private final ReentrantLock writing = new ReentrantLock();
    private boolean closed;

    SshService(SandboxService sandboxService, SshFiles files) {
        this.sandboxService = sandboxService;
        this.files = files;
    }

    @Override
    public SshKeys keys(String sandbox) throws BelljarException {
        return sandboxService.find(sandbox).sshKeys().keys();
    }

    @Override
    public SshKey add(String sandbox, String key) throws BelljarException, InterruptedException {
        return sandboxService.find(sandbox).sshKeys().add(PublicKey.of(key));
    }

    @Override
    public SshKey revoke(String sandbox, String key) throws BelljarException, InterruptedException {
        String fingerprint = key.startsWith("SHA256:") ? key : PublicKey.of(key).fingerprint();
        return sandboxService.find(sandbox).sshKeys().revoke(fingerprint);
    }

    @Override
    public MachineKey own(String sandbox) throws BelljarException, InterruptedException {
        SandboxRuntime live = sandboxService.find(sandbox);
        return live.sshKeys().own(live.guest());
    }

    /// A sandbox was added or removed: writes the files on a separate thread, without blocking.
    void changed() {
        Thread.ofVirtual().name("ssh-config").start(this::write);
    }

    /// Writes the files before returning; a failure is logged, and operations that need the files report it.
    void write() {
        writing.lock();
        try {
            if (closed) {
                return;
            }
            Collection<SandboxRuntime> all = sandboxService.all();
            List<ConfigText.Host> hosts = new ArrayList<>();
            StringBuilder known = new StringBuilder();
            for (SandboxRuntime sandbox : all) {
                KeyFolder folder = sandbox.sshKeys().folder();
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
