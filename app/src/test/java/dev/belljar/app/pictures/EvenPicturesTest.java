package dev.belljar.app.pictures;

import java.util.stream.Stream;

class EvenPicturesTest extends DrawnScreens {
    static Stream<Shot> shots() {
        return everySecond(0);
    }
}
