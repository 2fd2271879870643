package dev.belljar.app.ui;

import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/// Outline icons of one pack, coloured by the style classes of what they stand in.
public final class Icon {
    private Icon() {}

    /// An icon of 16 px.
    public static FontIcon of(Feather what, String... styles) {
        return of(what, 16, styles);
    }

    /// An icon of `size` px: 16, 14 in small buttons, 12 for marks in tags.
    public static FontIcon of(Feather what, int size, String... styles) {
        FontIcon icon = new FontIcon(what);
        icon.getStyleClass().addAll("ic", "s" + size);
        icon.getStyleClass().addAll(styles);
        icon.setAccessibleText("");
        return icon;
    }
}
