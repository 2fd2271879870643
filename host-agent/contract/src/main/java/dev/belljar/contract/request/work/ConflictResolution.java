package dev.belljar.contract.request.work;

import java.util.List;

/// How the conflicts in one file are resolved: one choice for each of its conflicting hunks, or one for all of
/// them. A file whose conflicts are not shown by hunks takes one choice, `project` or `sandbox`, for the whole
/// file.
///
/// `path` and `digest` are as the conflicts were shown: if one of the file's versions has changed since, the
/// resolution is refused.
public record ConflictResolution(String path, String digest, List<ConflictChoice> choices) {
    public ConflictResolution {
        choices = List.copyOf(choices);
    }
}
