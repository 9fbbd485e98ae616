package io.tidings.acceptance;

import io.tidings.acceptance.installation.CheckList;
import io.tidings.testbed.process.CommandRunner;
import io.tidings.testbed.process.WorkFolderOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code deploy/prove}: runs the shipped programs as they are shipped, and checks them. */
@Command(
        name = "./deploy/prove",
        sortOptions = false,
        usageHelpAutoWidth = true,
        description = "Runs the four programs as processes of their own against a Kafka broker, with the settings of"
                + " deploy/kubernetes, out of images and runnable folders; drives load, kills a worker, watches lag,"
                + " health and metrics, and stops everything. Exit code 0: everything was shown.")
public final class ProofMain implements Callable<Integer> {
    @Option(names = "--no-images", description = "build no images, and run everything from runnable folders")
    @SuppressWarnings("UnusedVariable") // the script looks at it
    private boolean noImages;

    @Option(
            names = "--images",
            paramLabel = "DIR",
            description = "use the images NAME.tar in this folder instead of building them")
    private @Nullable Path images;

    @Option(
            names = "--rate",
            paramLabel = "N",
            description = "events published a second, each for six endpoints (default ${DEFAULT-VALUE})")
    private int rate = 150;

    @Option(
            names = "--learn",
            paramLabel = "DIR",
            description = "let the JVM of each image write an AOT cache there, for deploy/images/build --learned DIR")
    private @Nullable Path learned;

    @Mixin
    private final WorkFolderOptions workFolder = new WorkFolderOptions("target/proofs");

    private ProofMain() {}

    public static void main(String[] args) {
        CommandRunner.run("proof", new ProofMain(), args);
    }

    @Override
    public Integer call() throws IOException {
        var folder = workFolder.folder().toAbsolutePath();
        try (var files = Files.list(folder)) {
            if (files.findAny().isPresent()) {
                System.err.println(folder + " is not empty; name another one with --out, or empty it");
                return 2;
            }
        }
        System.out.println("logs and data in " + folder);
        var checks = new CheckList(System.out);
        new Proof(checks, workFolder.root(), folder, Optional.ofNullable(images), Optional.ofNullable(learned), rate)
                .run();
        return checks.verdict() ? 0 : 1;
    }
}
