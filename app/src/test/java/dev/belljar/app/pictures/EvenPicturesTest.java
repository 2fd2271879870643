package dev.belljar.app.pictures;

import java.util.stream.Stream;

class EvenPicturesTest extends DrawnScreens {
    static Stream<ScreenCase> shots() {
        return everySecond(0);
    }
}
