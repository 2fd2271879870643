package two;

/// Has the simple name of a type in another package. This machine is the guest's: that is right here.
public sealed interface SharedName {
    record Single() implements SharedName {}

    record NestedName() implements SharedName {}
}
