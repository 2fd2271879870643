package dev.belljar.app.pictures;

import java.util.stream.Stream;

class OddPicturesTest extends DrawnScreens {
    static Stream<ScreenCase> screens() {
        return everySecond(1);
    }
}
