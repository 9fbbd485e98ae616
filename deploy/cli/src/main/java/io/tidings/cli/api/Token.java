package io.tidings.cli.api;

/** A token of management, which is never printed. */
public record Token(String value) {
    @Override
    public String toString() {
        return "[hidden]";
    }
}
