package dev.belljar.app.theme;

import javafx.css.PseudoClass;

/// The pseudo classes that the style sheets use besides those of JavaFX.
public final class PseudoClasses {
    public static final PseudoClass FOCUS = PseudoClass.getPseudoClass("within");
    public static final PseudoClass CHOSEN = PseudoClass.getPseudoClass("chosen");
    public static final PseudoClass LIVE = PseudoClass.getPseudoClass("live");
    public static final PseudoClass GONE = PseudoClass.getPseudoClass("gone");
    public static final PseudoClass NEW = PseudoClass.getPseudoClass("new");
    public static final PseudoClass HELD = PseudoClass.getPseudoClass("held");
    public static final PseudoClass BAD = PseudoClass.getPseudoClass("bad");
    public static final PseudoClass STALE = PseudoClass.getPseudoClass("stale");

    private PseudoClasses() {}
}
