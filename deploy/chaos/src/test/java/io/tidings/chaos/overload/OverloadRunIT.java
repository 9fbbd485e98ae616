package io.tidings.chaos.overload;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.chaos.overload.OverloadRun.Phase;
import io.tidings.chaos.report.CheckResult;
import java.nio.file.Path;
import java.util.EnumSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A minute of too much: twice of what can be delivered, no broker, large events and requests, many subscriptions, pending
 * retries and endpoints that hang; every heap stays flat at 512 MB and nothing is lost. B-PUB-2, B-PUB-4, B-DEL-1,
 * B-PROB-5.
 */
@Tag("long")
class OverloadRunIT {
    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
    private static final Path FOLDER = Path.of("target/overload");

    @Test
    void memoryStaysFlatAndNothingIsLostWhenThereIsTooMuchOfEverything() {
        var findings = OverloadRun.run(
                OverloadConfig.shortForm(),
                EnumSet.allOf(Phase.class),
                ROOT,
                FOLDER.resolve(Long.toString(System.currentTimeMillis())),
                System.out);

        var report = findings.text();
        System.out.println(report);
        assertThat(findings.judged()).as(report).hasSizeGreaterThan(40).allMatch(CheckResult::kept);
    }
}
