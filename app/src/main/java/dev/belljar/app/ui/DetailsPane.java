package dev.belljar.app.ui;

import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import java.util.List;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.geometry.Insets;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.OverrunStyle;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// The details of the selected row or node, beside a screen's main part: a head with a title and a close button,
/// then sections, each below a line. [SplitDetails] places it.
public class DetailsPane extends ScrollPane {
    private static final Texts TEXTS = Texts.of(DetailsPane.class);
    private static final double WIDTH = 340;
    private static final double EDGE = 16;
    private static final double FACT_NAME = 80;

    /// The width of a paragraph in a section, in pixels.
    public static final double PROSE = WIDTH - 2 * EDGE - 12;

    /// The most rows of a list in a section; the rest is counted.
    public static final int MOST_ROWS = 12;

    private final VBox parts = new VBox();
    private final Button close = UiParts.iconButton(Feather.X, TEXTS.get("details.close"));
    private final String none;

    /// Creates a pane that shows the sentence `none` while nothing is selected.
    @SuppressWarnings("this-escape") // nothing is called before the pane is shown
    public DetailsPane(String none) {
        this.none = none;
        getStyleClass().add("details");
        setFitToWidth(true);
        setHbarPolicy(ScrollBarPolicy.NEVER);
        setMinWidth(0);
        setPrefWidth(WIDTH);
        setContent(parts);
        nothing();
    }

    /// Shows the close button while `over` is true.
    public final void closing(ReadOnlyBooleanProperty over, Runnable shut) {
        close.visibleProperty().bind(over);
        close.managedProperty().bind(over);
        close.setOnAction(e -> shut.run());
    }

    /// Says that nothing is selected.
    public final void nothing() {
        Label words = UiParts.prose(none, WIDTH - 48, "muted");
        VBox.setMargin(words, new Insets(24));
        parts.getChildren().setAll(words);
    }

    /// Shows these parts below each other: a head, then sections.
    protected final void fill(List<? extends Node> next) {
        parts.getChildren().setAll(next);
    }

    /// Creates a head: the title, `badges` beside it, the close button at the right, and `below` under them.
    protected final VBox head(String title, List<? extends Node> badges, Node... below) {
        HBox line = UiParts.row(8, UiParts.cut(title, "h2"));
        line.getChildren().addAll(badges);
        line.getChildren().addAll(UiParts.grow(), close);
        VBox head = UiParts.column(8, line);
        head.getChildren().addAll(below);
        head.setPadding(new Insets(12, EDGE, 12, EDGE));
        return head;
    }

    /// Makes a column a section, which has a line above it.
    public static VBox section(VBox content) {
        // A column may be made a section again whenever the details are filled.
        if (!content.getStyleClass().contains("details-section")) {
            content.getStyleClass().add("details-section");
        }
        return content;
    }

    /// Creates the title of a section, with the number of its rows.
    public static HBox heading(String words, int count) {
        HBox heading = UiParts.row(6, UiParts.text(words, "sm", "semi"), UiParts.count(Integer.toString(count)));
        heading.setPadding(new Insets(0, 0, 6, 0));
        return heading;
    }

    /// Creates a row with a fact's name and its value.
    public static HBox fact(String name, String value) {
        return fact(name, UiParts.cut(FigureFormat.printable(value), "sm", "plain"));
    }

    /// Creates a row with a fact's name and its value, a path or an id.
    public static HBox codeFact(String name, String value) {
        return fact(name, UiParts.cut(FigureFormat.printable(value), "sm", "mono"));
    }

    private static HBox fact(String name, Label value) {
        Label title = UiParts.text(name, "sm", "faint");
        title.setMinWidth(FACT_NAME);
        title.setPrefWidth(FACT_NAME);
        value.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
        return UiParts.row(0, title, UiParts.growing(value));
    }
}
