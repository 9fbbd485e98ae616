package io.tidings.testbed.process;

import java.io.IOException;

/** The manners of a program whose parent can wait for it and that does not outlive its parent. */
public final class ChildProtocol {
    private ChildProtocol() {}

    /** Tells the parent that the program is ready, usually with its address. */
    public static void announce(String text) {
        System.out.println(text);
        System.out.flush();
    }

    /** Returns when the parent has ended, which closes our standard input. */
    public static void awaitParentsEnd() {
        try {
            while (System.in.read() >= 0) {
                // the parent writes nothing
            }
        } catch (IOException e) {
            System.err.println("the parent is gone: " + e.getMessage());
        }
    }
}
