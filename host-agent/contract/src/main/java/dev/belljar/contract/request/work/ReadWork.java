package dev.belljar.contract.request.work;

/// Requests the work of a sandbox. Without `fetch`, the work that was fetched last is returned if nothing in the
/// workspace has changed since.
public record ReadWork(boolean fetch) {
    /// Fetches only if something may have changed.
    public static final ReadWork IF_CHANGED = new ReadWork(false);

    /// Fetches in any case.
    public static final ReadWork AGAIN = new ReadWork(true);
}
