package dev.belljar.app.review;

import javafx.scene.control.TextInputControl;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;

/// The keys of the review, which work wherever the focus is in it, except in a text field.
final class ReviewKeys {
    /// What keys do besides deciding and moving.
    interface ReviewCommands {
        void sync();

        void who();

        void read();

        void base();

        /// Downloads the selected file or folder.
        void download();

        /// Opens or closes the current hunk if it is decided.
        void toggle();

        /// Closes what is open above the hunks; false if nothing is.
        boolean escape();
    }

    private final ReviewController controller;
    private final ReviewCommands commands;

    ReviewKeys(ReviewController controller, ReviewCommands commands) {
        this.controller = controller;
        this.commands = commands;
    }

    void handle(KeyEvent e) {
        boolean typing = e.getTarget() instanceof TextInputControl field && field.isEditable();
        boolean used = e.isControlDown() ? control(e) : !typing && !e.isAltDown() && !e.isMetaDown() && plain(e);
        if (used) {
            e.consume();
        }
    }

    private boolean control(KeyEvent e) {
        if (e.getCode() != KeyCode.ENTER) {
            return false;
        }
        commands.sync();
        return true;
    }

    private boolean plain(KeyEvent e) {
        switch (e.getCode()) {
            case J -> controller.step(1);
            case K -> controller.step(-1);
            case N -> controller.stepFile(1);
            case P -> controller.stepFile(-1);
            case Y -> decide(e.isShiftDown(), controller::acceptFile, controller::accept);
            case X -> decide(e.isShiftDown(), controller::skipFile, controller::skip);
            case U -> controller.undo();
            case W -> commands.who();
            case R -> commands.read();
            case B -> commands.base();
            case G -> commands.download();
            case E -> commands.toggle();
            case ESCAPE -> {
                return commands.escape();
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private static void decide(boolean whole, Runnable file, Runnable hunk) {
        (whole ? file : hunk).run();
    }
}
