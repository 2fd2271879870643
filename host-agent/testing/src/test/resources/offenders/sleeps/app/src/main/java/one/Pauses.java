package one;

class Pauses {
    void pause() throws Exception {
        Thread.sleep(1);
    }
}
