package io.tidings.cli.job;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

class JobViewTest {
    @Test
    void whatTheServiceWarnsOfIsShown() throws Exception {
        var job = new ObjectMapper().readTree("""
            {"id":"j1","state":"Done","dryRun":true,"warnings":["events may come back again"]}\
            """);
        assertThat(JobView.text(job)).isEqualTo("""
            job j1: Done
            dry run: nothing was written
            warning: events may come back again
            """);
    }
}
