package one;

/// In a comment it may be this machine.
class ThisMachine {
    String words = "On this machine \\";
}
