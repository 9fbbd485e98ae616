package io.tidings.contract;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which headers name a trace; what does not is as if it were not there, and refuses no event. */
class TraceContextTest {
    private static final String PARENT = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

    @ParameterizedTest
    @ValueSource(
            strings = {
                PARENT,
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00",
                "00-00000000000000000000000000000001-1000000000000000-09",
                "01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
                "cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-what-the-future-will-be-like",
                "fe-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-af"
            })
    void aTraceIsKeptAsItIsWritten(String text) {
        assertThat(TraceContext.of(text, null)).isEqualTo(new TraceContext(text, null));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "no trace",
                "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
                "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
                "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
                "00-4bf92f3577b34da6a3ce929d0e0e473g-00f067aa0ba902b7-01",
                "00-4bf92f3577b34da6a3ce929d0e0e473/-00f067aa0ba902b7-01",
                "00-4bf92f3577b34da6a3ce929d0e0e473:-00f067aa0ba902b7-01",
                "00-4bf92f3577b34da6a3ce929d0e0e473`-00f067aa0ba902b7-01",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-x1",
                "x0-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902bx-01",
                "00_4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
                "00-4bf92f3577b34da6a3ce929d0e0e4736_00f067aa0ba902b7-01",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7_01",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more",
                "01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01.more",
                "01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-m\r\nhost: evil",
                "01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-m m",
                "01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-\u007f"
            })
    void anInvalidContextIsIgnored(String text) {
        assertThat(TraceContext.of(text, "vendor=1")).isNull();
    }

    @Test
    void nothingIsNone() {
        assertThat(TraceContext.of(null, "vendor=1")).isNull();
    }

    @Test
    void aVersionToComeHasUpTo128Characters() {
        var longest = "01" + PARENT.substring(2) + "-" + "x".repeat(128 - 56);
        assertThat(TraceContext.of(longest, null)).isNotNull();
        assertThat(TraceContext.of(longest + "x", null)).isNull();
    }

    @Test
    void stateIsKeptBesideIt() {
        assertThat(TraceContext.of(PARENT, "vendor=1, other=~"))
                .isEqualTo(new TraceContext(PARENT, "vendor=1, other=~"));
        assertThat(TraceContext.of(PARENT, "v".repeat(512))).isEqualTo(new TraceContext(PARENT, "v".repeat(512)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "vendor=ü", "vendor=1\r\nhost: evil", "vendor=1\u007f"})
    void stateThatCannotBeSentIsLeftOut(String state) {
        assertThat(TraceContext.of(PARENT, state)).isEqualTo(new TraceContext(PARENT, null));
    }

    @Test
    void stateThatIsTooLongIsLeftOut() {
        assertThat(TraceContext.of(PARENT, "v".repeat(513))).isEqualTo(new TraceContext(PARENT, null));
    }
}
