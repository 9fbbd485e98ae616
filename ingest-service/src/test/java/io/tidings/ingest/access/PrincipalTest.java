package io.tidings.ingest.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.topic.TopicPattern;
import java.util.List;
import org.junit.jupiter.api.Test;

class PrincipalTest {
    private static Principal reading(String... patterns) {
        return new Principal(
                "rita",
                List.of(new Grant(
                        Role.READER,
                        List.of(patterns).stream().map(TopicPattern::new).toList())));
    }

    @Test
    void onlyOneWithARoleForAllTopicsSeesSumsOverThem() {
        assertThat(Principal.admin().seesEveryTopic()).isTrue();
        assertThat(reading("orders", "*").seesEveryTopic()).isTrue();
        assertThat(reading("orders*", "*s").seesEveryTopic()).isFalse();
        assertThat(reading().seesEveryTopic()).isFalse();
    }

    @Test
    void aRoleForEveryTopicIsOneOfAGrantForAllOfThem() {
        assertThat(Principal.admin().mayForEveryTopic(Role.OPERATOR)).isTrue();
        assertThat(reading("*").mayForEveryTopic(Role.READER)).isTrue();
        assertThat(reading("*").mayForEveryTopic(Role.OPERATOR)).isFalse();
        var mixed = new Principal(
                "rita",
                List.of(Grant.ofAllTopics(Role.READER), new Grant(Role.ADMIN, List.of(new TopicPattern("orders")))));
        assertThat(mixed.mayForEveryTopic(Role.OPERATOR)).isFalse();
    }
}
