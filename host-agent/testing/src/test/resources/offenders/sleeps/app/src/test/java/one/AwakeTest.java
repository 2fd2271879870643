package one;

/// Says Thread.sleep(1) and does not.
class AwakeTest {}
