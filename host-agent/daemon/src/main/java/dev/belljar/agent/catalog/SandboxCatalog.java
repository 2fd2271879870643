package dev.belljar.agent.catalog;

import java.util.List;
import java.util.Optional;

/// All sandboxes there are. Each record lives in the `sandbox.json` of its sandbox, the truth; SQLite beside them
/// answers by name and can be rebuilt.
public interface SandboxCatalog extends AutoCloseable {
    /// Every record, oldest first.
    List<SandboxRecord> all() throws CatalogException;

    /// The record with this id or, failing that, this name.
    Optional<SandboxRecord> find(String idOrName) throws CatalogException;

    /// Keeps a record, new or changed; on disk when this returns.
    void keep(SandboxRecord record) throws CatalogException;

    /// Forgets a record; its folder is the caller's to remove.
    void forget(String id) throws CatalogException;

    /// Reads every `sandbox.json` again and makes the SQLite side from them.
    void rebuild() throws CatalogException;

    @Override
    void close();
}
