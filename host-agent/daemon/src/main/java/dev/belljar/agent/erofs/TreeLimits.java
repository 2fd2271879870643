package dev.belljar.agent.erofs;

/// The limits of one tree: how many files and folders may be added to it, how many bytes of memory it may
/// take, how many folders deep it may be, and how many steps its paths and removals may take in total.
///
/// The steps bound the time: a path that leads through links to long paths is cheap to write and expensive
/// to follow.
public record TreeLimits(int entries, long memoryBytes, int depth, long steps) {
    /// The bytes that a tree takes for one entry besides its name, the target of a link and the attributes:
    /// estimated from the fields of its objects, rounded up.
    static final int ENTRY_BYTES = 208;
}
