package dev.belljar.contract.jail;

/// How an argument of a system call is compared with a value; both are unsigned.
public enum ArgumentOperator {
    EQUAL("=="),
    NOT_EQUAL("!="),
    LESS("<"),
    AT_MOST("<="),
    GREATER(">"),
    AT_LEAST(">="),
    /// The argument has at least one of the value's bits.
    ANY_BIT("&"),
    /// The argument has no other bits than the value's.
    ONLY_BITS("in");

    private final String sign;

    ArgumentOperator(String sign) {
        this.sign = sign;
    }

    /// How minijail writes it.
    public String sign() {
        return sign;
    }
}
