package one;

// Names the host
// machine as nobody should.
public record SharedName() {}
