package one;

/// In a comment it may be this machine.
class ThisMachine {
    enum NestedName {}

    private enum Hidden {}

    String words = "On this machine \\";
}
