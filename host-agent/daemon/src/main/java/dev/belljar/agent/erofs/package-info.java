/// A file system as a tree in memory, and its read-only image in EROFS, the format that the guest's kernel
/// mounts.
@NullMarked
package dev.belljar.agent.erofs;

import org.jspecify.annotations.NullMarked;
