package io.tidings.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class RehearsalTest {
    @Test
    void everyCommandOfItComesToItsEnd() throws IOException {
        assertThat(Rehearsal.exitCodes()).containsOnly(0, 4);
    }
}
