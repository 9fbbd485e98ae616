package io.tidings.ingest.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** B-MCP-2: one agent cannot keep the others from polling. */
class PollRoomTest {
    private final PollRoom room = new PollRoom(3, 2);

    @Test
    void aPrincipalHasAFewPollsAtOnce() {
        assertThat(room.enter("bot")).isTrue();
        assertThat(room.enter("bot")).isTrue();
        assertThat(room.enter("bot")).isFalse();
        assertThat(room.enter("other")).isTrue();
        room.leave("bot");
        assertThat(room.enter("bot")).isTrue();
    }

    @Test
    void allHaveSoManyPollsAtOnce() {
        assertThat(room.enter("a")).isTrue();
        assertThat(room.enter("b")).isTrue();
        assertThat(room.enter("c")).isTrue();
        assertThat(room.enter("d")).isFalse();
        room.leave("b");
        assertThat(room.enter("d")).isTrue();
    }
}
