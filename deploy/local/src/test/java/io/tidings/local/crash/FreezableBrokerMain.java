package io.tidings.local.crash;

import io.tidings.testbed.broker.LocalBroker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;

/** A broker in a process of its own, which can be frozen while everybody else goes on. */
final class FreezableBrokerMain {
    private FreezableBrokerMain() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        var settings = new Properties();
        try (var in = Files.newInputStream(Path.of(args[0]))) {
            settings.load(in);
        }
        try (var _ = LocalBroker.start(LocalBroker.Settings.in(Path.of(settings.getProperty("data")))
                .withPort(Integer.parseInt(settings.getProperty("port"))))) {
            new CountDownLatch(1).await();
        }
    }
}
