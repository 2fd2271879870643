package dev.belljar.app.pictures;

import java.util.stream.Stream;

class OddPicturesTest extends DrawnScreens {
    static Stream<Shot> shots() {
        return everySecond(1);
    }
}
