package dev.belljar.client.console;

import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.Snapshot;

/// The meaning of a word on the command line: a snapshot, or a sandbox as it is now.
public sealed interface SnapshotRef {
    /// The id that the API uses.
    String id();

    /// The text that is shown to users.
    String words();

    /// A snapshot.
    record TakenSnapshot(Snapshot snapshot) implements SnapshotRef {
        @Override
        public String id() {
            return snapshot.id();
        }

        @Override
        public String words() {
            String name = snapshot.name() == null ? "" : " \"" + snapshot.name() + "\"";
            return "snapshot %s%s of %s".formatted(snapshot.id(), name, snapshot.sandboxName());
        }
    }

    /// A sandbox.
    record CurrentSandbox(Sandbox sandbox) implements SnapshotRef {
        @Override
        public String id() {
            return sandbox.id();
        }

        @Override
        public String words() {
            return "the current state of sandbox %s (%s)"
                    .formatted(sandbox.spec().name(), sandbox.id());
        }
    }
}
