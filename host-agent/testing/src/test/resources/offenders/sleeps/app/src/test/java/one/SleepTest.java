package one;

class SleepTest {
    void waits() throws Exception {
        Thread.sleep(1);
    }
}
