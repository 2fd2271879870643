package dev.belljar.app.pictures;

import java.util.stream.Stream;

class EvenPicturesTest extends DrawnScreens {
    static Stream<ScreenCase> screens() {
        return everySecond(0);
    }
}
