package dev.belljar.app.terminal;

import com.techsenger.jeditermfx.core.Color;
import com.techsenger.jeditermfx.core.TerminalColor;
import com.techsenger.jeditermfx.core.TextStyle;
import com.techsenger.jeditermfx.core.emulator.ColorPalette;
import com.techsenger.jeditermfx.ui.TerminalActionPresentation;
import com.techsenger.jeditermfx.ui.settings.DefaultSettingsProvider;
import dev.belljar.app.text.Texts;
import dev.belljar.app.theme.AppFonts;
import dev.belljar.app.theme.ColourTokens;
import dev.belljar.app.theme.MotionSettings;
import dev.belljar.app.theme.Theme;
import java.util.List;
import java.util.function.Supplier;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyCodeCombination;
import javafx.scene.input.KeyCombination;
import javafx.scene.text.Font;
import org.jspecify.annotations.Nullable;

/// The terminal's fonts, colours and keys, from the tokens of the current theme.
final class TerminalColours extends DefaultSettingsProvider {
    private static final Texts TEXTS = Texts.of(TerminalColours.class);
    private static final List<String> INKS = List.of(
            "term-text",
            "term-red",
            "term-green",
            "term-yellow",
            "term-blue",
            "term-magenta",
            "term-cyan",
            "text-muted",
            "term-dim",
            "term-red",
            "term-green",
            "term-yellow",
            "term-blue",
            "term-magenta",
            "term-cyan",
            "term-text");

    /// The name of the library's search action.
    static final String FIND = TEXTS.get("terminal.find.name");

    private static final float USUAL = 13;
    private static final int INK_PERCENT = 35;
    private static final int LEAST = -6;
    private static final int MOST = 16;
    private static final int SCROLLBACK = 10_000;

    private final Supplier<Theme> theme;
    private final Runnable bell;
    private int steps;
    private @Nullable ColourTokens tokens;
    private @Nullable Theme drawn;

    TerminalColours(Supplier<Theme> theme, Runnable bell) {
        this.theme = theme;
        this.bell = bell;
    }

    /// Called when a program rings the bell.
    void bell() {
        bell.run();
    }

    /// Changes the font size by this many steps; 0 restores the default size.
    void zoom(int by) {
        steps = by == 0 ? 0 : Math.clamp((long) steps + by, LEAST, MOST);
    }

    @Override
    public int getBufferMaxLinesCount() {
        return SCROLLBACK;
    }

    @Override
    public int caretBlinkingMs() {
        // With 0 the cursor would not blink either, but the library would draw the focused terminal 50 times a second.
        return MotionSettings.allowed() ? super.caretBlinkingMs() : Integer.MAX_VALUE;
    }

    @Override
    public TerminalActionPresentation getFindActionPresentation() {
        // Many programs use Ctrl+F themselves.
        return new TerminalActionPresentation(
                FIND, new KeyCodeCombination(KeyCode.F, KeyCombination.CONTROL_DOWN, KeyCombination.SHIFT_DOWN));
    }

    @Override
    public ColorPalette getTerminalColorPalette() {
        return new ColorPalette() {
            @Override
            protected Color getForegroundByColorIndex(int index) {
                return colour(INKS.get(index));
            }

            @Override
            protected Color getBackgroundByColorIndex(int index) {
                return index == 0 ? colour("term") : mixed(colour("term"), colour(INKS.get(index)));
            }
        };
    }

    @Override
    public Font getTerminalFont() {
        return Font.font(AppFonts.TERMINAL, getTerminalFontSize());
    }

    @Override
    public float getTerminalFontSize() {
        return USUAL + steps;
    }

    @Override
    public TextStyle getSelectionColor() {
        return new TextStyle(ink("term-text"), ink("term-select"));
    }

    @Override
    public boolean useInverseSelectionColor() {
        return false;
    }

    @Override
    public TextStyle getFoundPatternColor() {
        return new TextStyle(ink("term-text"), ink("warn-soft"));
    }

    @Override
    public TextStyle getHyperlinkColor() {
        return new TextStyle(ink("accent"), null);
    }

    @Override
    public boolean audibleBell() {
        return false;
    }

    @Override
    public boolean copyOnSelect() {
        return false;
    }

    // By index, not by colour, so that a new theme takes effect at the next paint.
    @Override
    public TerminalColor getDefaultForeground() {
        return TerminalColor.index(15);
    }

    @Override
    public TerminalColor getDefaultBackground() {
        return TerminalColor.index(0);
    }

    /// A background of this colour on which the terminal's text colour stays readable in both themes:
    /// programs such as tmux write their status line in black on green, and black is the theme's text colour
    /// here.
    static Color mixed(Color ground, Color ink) {
        return new Color(
                mixed(ground.getRed(), ink.getRed()),
                mixed(ground.getGreen(), ink.getGreen()),
                mixed(ground.getBlue(), ink.getBlue()));
    }

    private static int mixed(int ground, int ink) {
        return ground + (ink - ground) * INK_PERCENT / 100;
    }

    private TerminalColor ink(String token) {
        Color c = colour(token);
        return TerminalColor.rgb(c.getRed(), c.getGreen(), c.getBlue());
    }

    private Color colour(String name) {
        Theme now = theme.get();
        ColourTokens known = tokens;
        if (known == null || !now.equals(drawn)) {
            known = ColourTokens.of(now);
            tokens = known;
            drawn = now;
        }
        javafx.scene.paint.Color c = known.colour(name);
        return new Color((int) Math.round(c.getRed() * 255), (int) Math.round(c.getGreen() * 255), (int)
                Math.round(c.getBlue() * 255));
    }
}
