package io.tidings.export.it;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidings.export.ExporterConfig;
import io.tidings.export.ExporterProgram;
import io.tidings.runtime.Settings;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;

/** An exporter that runs until it is killed. */
final class CopyingProcess {
    private CopyingProcess() {}

    /** @param args settings, as {@code NAME=VALUE} */
    public static void main(String[] args) throws InterruptedException {
        var settings = Arrays.stream(args)
                .map(each -> each.split("=", 2))
                .collect(Collectors.toMap(each -> each[0], each -> each[1]));
        var _ = ExporterProgram.start(
                Settings.of(ExporterConfig.definitions(), ExporterConfig.prefixes(), settings),
                new SimpleMeterRegistry());
        new CountDownLatch(1).await();
    }
}
