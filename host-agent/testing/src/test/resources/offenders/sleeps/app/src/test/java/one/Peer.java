package one;

class Peer {
    void beats() throws Exception {
        Thread.sleep(1);
    }
}
