package io.tidings.testbed.process;

import java.io.IOException;

/** How a program of this benchmark behaves as a {@link ChildProcess}. */
public final class ChildProtocol {
    private ChildProtocol() {}

    /** Tells the parent that it is ready, and under which address. */
    public static void announce(String text) {
        System.out.println(text);
        System.out.flush();
    }

    /** Returns when the parent has ended, however it did: its end of our standard input is closed then. */
    public static void awaitParentsEnd() {
        try {
            while (System.in.read() >= 0) {
                // the parent says nothing
            }
        } catch (IOException e) {
            System.err.println("the parent is gone: " + e.getMessage());
        }
    }
}
