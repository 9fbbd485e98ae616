package io.tidings.export.blob;

import io.tidings.testbed.NodePackages;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;

/**
 * A real storage server that is written for Node, as a process of its own.
 *
 * <p>The servers come from the npm registry once and stay in the user's cache. Where there is no Node, or no registry
 * the first time, the tests that need one are skipped and say so.
 */
final class NodeServer implements AutoCloseable {
    private static final String AZURITE = "azurite@3.35.0";
    private static final String S3RVER = "s3rver@3.7.1";
    private static final NodePackages PACKAGES = new NodePackages("storage-servers", AZURITE, S3RVER);
    private static final Pattern LISTENS = Pattern.compile("listen(?:s|ing) on (?:https?://)?(127\\.0\\.0\\.1:\\d+)");

    private final Process process;
    private final Thread stopper;
    private final String address;

    private NodeServer(Process process, String address) {
        this.process = process;
        this.address = address;
        this.stopper = new Thread(process::destroyForcibly, "stop storage server");
        Runtime.getRuntime().addShutdownHook(stopper);
    }

    /** Azure's own emulator of blob storage, on any port if it is 0. */
    static NodeServer azurite(Path data, int port) {
        return start(
                "azurite/dist/src/blob/main.js",
                List.of(
                        "--blobPort",
                        Integer.toString(port),
                        "--location",
                        data.toString(),
                        "--skipApiVersionCheck",
                        "--disableTelemetry",
                        "--silent"));
    }

    /** A server of S3's protocol with one bucket. */
    static NodeServer s3(Path data, String bucket) {
        return start(
                "s3rver/bin/s3rver.js",
                List.of(
                        "-a",
                        "127.0.0.1",
                        "-p",
                        "0",
                        "-d",
                        data.toString(),
                        "--no-vhost-buckets",
                        "--configure-bucket",
                        bucket));
    }

    /** Such as {@code http://127.0.0.1:10000}. */
    String url() {
        return "http://" + address;
    }

    private static NodeServer start(String script, List<String> arguments) {
        PACKAGES.missing().ifPresent(Assumptions::abort);
        var command = new ArrayList<>(
                List.of("node", PACKAGES.modules().resolve(script).toString()));
        command.addAll(arguments);
        try {
            var process = new ProcessBuilder(command).redirectErrorStream(true).start();
            return new NodeServer(process, address(process));
        } catch (IOException e) {
            return Assumptions.abort("node cannot be started: " + e.getMessage());
        }
    }

    private static String address(Process process) {
        BlockingQueue<String> found = new ArrayBlockingQueue<>(1);
        Thread.ofVirtual().start(() -> {
            try (var lines =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
                for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                    var listens = LISTENS.matcher(line);
                    if (listens.find()) {
                        var _ = found.offer(listens.group(1));
                    }
                }
            } catch (IOException e) {
                // the process has ended
            }
        });
        try {
            var address = found.poll(180, TimeUnit.SECONDS);
            if (address == null) {
                process.destroyForcibly();
                throw new IllegalStateException("the storage server did not start within three minutes");
            }
            return address;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Lets it save what it holds. */
    void stop() {
        process.destroy();
        process.onExit().orTimeout(90, TimeUnit.SECONDS).join();
    }

    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().join();
        Runtime.getRuntime().removeShutdownHook(stopper);
    }
}
