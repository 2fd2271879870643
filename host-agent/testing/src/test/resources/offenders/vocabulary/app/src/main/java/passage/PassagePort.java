package passage;

/// A type and a package with retired names, and a retired phrase that is wrapped: the looking
/// glass. What a passage is, and the moment of it, may be said in a sentence.
final class PassagePort {
    private String lastWish;

    private record FrozenPort() {}
}
