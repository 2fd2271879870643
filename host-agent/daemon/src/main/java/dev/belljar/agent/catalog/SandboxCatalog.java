package dev.belljar.agent.catalog;

import java.util.List;
import java.util.Optional;

/// The records of all sandboxes. The `sandbox.json` of each sandbox is the truth; a SQLite table answers
/// look-ups by name and can be rebuilt.
public interface SandboxCatalog extends AutoCloseable {
    /// Every record, oldest first.
    List<SandboxRecord> all() throws CatalogException;

    /// The record with this id or, if there is none, with this name.
    Optional<SandboxRecord> find(String idOrName) throws CatalogException;

    /// Writes a new or changed record; it is on disk when this returns.
    void keep(SandboxRecord record) throws CatalogException;

    /// Removes a record; the caller removes the sandbox's folder.
    void forget(String id) throws CatalogException;

    /// Reads every `sandbox.json` again and makes the SQLite table from them.
    void rebuild() throws CatalogException;

    @Override
    void close();
}
