package dev.belljar.agent.sandbox;

import dev.belljar.agent.gateway.Gateway;
import dev.belljar.agent.guest.GuestLink;
import dev.belljar.agent.vm.Machine;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The machine of one sandbox while it runs, with its guest link and its network. The lock is that of the
/// sandbox.
final class MachineConnections {
    private final ReentrantLock lock;
    private @Nullable Machine machine;
    private @Nullable GuestLink link;
    private @Nullable Gateway gateway;
    private CompletableFuture<GuestLink> usable = new CompletableFuture<>();

    MachineConnections(ReentrantLock lock) {
        this.lock = lock;
    }

    Optional<Machine> machine() {
        lock.lock();
        try {
            return Optional.ofNullable(machine);
        } finally {
            lock.unlock();
        }
    }

    Optional<GuestLink> link() {
        lock.lock();
        try {
            return Optional.ofNullable(link);
        } finally {
            lock.unlock();
        }
    }

    Optional<Gateway> gateway() {
        lock.lock();
        try {
            return Optional.ofNullable(gateway);
        } finally {
            lock.unlock();
        }
    }

    /// The link of the machine that is starting, once it is usable.
    CompletableFuture<GuestLink> usable() {
        lock.lock();
        try {
            return usable;
        } finally {
            lock.unlock();
        }
    }

    /// A start begins: callers wait from now on until its machine is usable.
    void await() {
        lock.lock();
        try {
            usable = new CompletableFuture<>();
        } finally {
            lock.unlock();
        }
    }

    void attach(Machine newMachine) {
        lock.lock();
        try {
            machine = newMachine;
        } finally {
            lock.unlock();
        }
    }

    void attach(GuestLink newLink) {
        lock.lock();
        try {
            link = newLink;
        } finally {
            lock.unlock();
        }
    }

    void attach(Gateway newGateway) {
        lock.lock();
        try {
            gateway = newGateway;
        } finally {
            lock.unlock();
        }
    }

    /// Closes link and network without ending the machine.
    void detach() {
        GuestLink oldLink;
        Gateway oldGateway;
        lock.lock();
        try {
            oldLink = link;
            oldGateway = gateway;
            link = null;
            gateway = null;
            machine = null;
        } finally {
            lock.unlock();
        }
        if (oldGateway != null) {
            oldGateway.close();
        }
        if (oldLink != null) {
            oldLink.close();
        }
    }
}
