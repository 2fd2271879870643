package dev.belljar.app.pictures;

import dev.belljar.app.look.Theme;

class PicturesInLightTest extends DrawnScreens {
    PicturesInLightTest() {
        super(Theme.LIGHT);
    }
}
