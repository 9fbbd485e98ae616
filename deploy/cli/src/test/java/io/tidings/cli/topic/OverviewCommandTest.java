package io.tidings.cli.topic;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.cli.CliRun;
import io.tidings.cli.StubManagement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OverviewCommandTest {
    private final StubManagement server = new StubManagement();
    private final CliRun cli = CliRun.against(server);

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void whatNeedsAPersonComesFirst() {
        server.on("GET /overview", 200, """
            {"topics":1,"subscriptions":{"total":2,"byState":{"Succeeded":2},"byHealth":{"Delivering":1,"OnProbation":1}},
             "attention":[{"kind":"OnProbation","topic":"orders","subscription":"billing","since":"s","sentence":"why"}],
             "attentionTotal":3,"minutes":[{"minute":"a","delivered":4,"failed":1,"deadLettered":0},
               {"minute":"b","delivered":5,"failed":0,"deadLettered":2}],
             "jobs":{"running":1,"queued":0},"timeline":{"available":true}}\
            """);
        assertThat(cli.run("overview")).as(cli.notes()).isZero();
        assertThat(cli.printed())
                .containsPattern("OnProbation +orders/billing +s +why")
                .containsSubsequence(
                        "… and 2 more",
                        "topics: 1, subscriptions: 2 (1 Delivering, 1 OnProbation)",
                        "last hour: delivered 9, failed attempts 1, dead letters 2",
                        "jobs: 1 running, 0 queued");
    }

    @Test
    void withoutConditionsAndTimelineItSaysSo() {
        server.on("GET /overview", 200, """
            {"topics":0,"subscriptions":{"total":0,"byState":{},"byHealth":{}},"attention":[],"attentionTotal":0,
             "jobs":{"running":0,"queued":0},"timeline":{"available":false},"incomplete":["the timeline is away"]}\
            """);
        assertThat(cli.run("overview")).isZero();
        assertThat(cli.printed()).contains("Nothing needs you now.", "subscriptions: 0 (none)", "last hour: not known");
        assertThat(cli.notes()).contains("incomplete: the timeline is away");
    }
}
