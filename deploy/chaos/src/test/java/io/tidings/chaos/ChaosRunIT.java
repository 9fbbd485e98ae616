package io.tidings.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.chaos.fault.ChaosCluster;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * The short form of the campaign: every service, a process of its own behind links of ours, is killed with kill -9 once
 * while events are published over HTTP and Kafka, a second worker joins and leaves, and every promise is kept. B-DEL-1,
 * B-RETRY-1, B-RETRY-3, B-RETRY-4, B-RETRY-6, B-DLQ-6, B-TIME-1.
 */
class ChaosRunIT {
    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
    private static final Path FOLDER = Path.of("target/campaign");
    private static final long SEED = 1;

    @Test
    void nothingIsLostWhenEveryServiceIsKilledOnce() {
        var findings = ChaosRun.run(
                ChaosPlan.shortForm(SEED),
                new ChaosCluster.Releases(ROOT, Optional.empty()),
                FOLDER.resolve(Long.toString(System.currentTimeMillis())),
                System.out);

        var report = findings.text();
        System.out.println(report);
        assertThat(findings.judgement().violations()).as(report).isEmpty();
        assertThat(findings.judgement().tally().expected()).isGreaterThan(1_000);
        assertThat(findings.judgement().tally().deadLettered()).isPositive();
        assertThat(findings.judgement().tally().dropped()).isNotEmpty();
        assertThat(findings.judgement().tally().asked()).isGreaterThan(100);
    }
}
