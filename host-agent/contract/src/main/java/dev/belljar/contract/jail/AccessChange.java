package dev.belljar.contract.jail;

/// A recorded access about which a draft policy decides in another way: `draft` is `allowed`, `denied` or
/// `asked`.
public record AccessChange(RecordedAccess access, String draft) {}
