package dev.belljar.app.pictures;

import dev.belljar.app.look.Theme;

class PicturesInDarkTest extends DrawnScreens {
    PicturesInDarkTest() {
        super(Theme.DARK);
    }
}
