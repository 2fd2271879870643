package dev.belljar.app.drawing;

import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/// Outline icons of the Feather pack, coloured by the style classes of their parents.
public final class Icon {
    private Icon() {}

    /// Creates an icon of 16 px.
    public static FontIcon of(Feather what, String... styles) {
        return of(what, 16, styles);
    }

    /// Creates an icon of `size` px: 16, 14 in small buttons, 12 in tags.
    public static FontIcon of(Feather what, int size, String... styles) {
        FontIcon icon = new FontIcon(what);
        icon.getStyleClass().addAll("ic", "s" + size);
        icon.getStyleClass().addAll(styles);
        icon.setAccessibleText("");
        return icon;
    }
}
