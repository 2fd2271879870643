package one;

import java.util.concurrent.TimeUnit;

class OtherSleepTest {
    void waits() throws Exception {
        TimeUnit.SECONDS.sleep(1);
    }
}
