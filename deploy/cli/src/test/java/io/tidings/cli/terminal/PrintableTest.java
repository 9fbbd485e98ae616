package io.tidings.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PrintableTest {
    @Test
    void ordinaryTextStaysAsItIs() {
        assertThat(Printable.of("Ärger mit \"500\" 🐘")).isEqualTo("Ärger mit \"500\" 🐘");
    }

    @Test
    void charactersThatSteerATerminalBecomeEscapes() {
        assertThat(Printable.of("a\u001b[31mb\u0000\u009b\u202e\u2066"))
                .isEqualTo("a\\u001b[31mb\\u0000\\u009b\\u202e\\u2066");
    }
}
