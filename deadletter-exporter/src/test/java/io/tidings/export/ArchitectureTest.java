package io.tidings.export;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Instant;
import java.util.UUID;

/** The arrows between packages: program, then storage and cutting, then the shared contract. */
@AnalyzeClasses(packages = "io.tidings.export", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    private static final String[] PURE = {"io.tidings.export.window", "io.tidings.export.selection"};

    @ArchTest
    static final ArchRule theCuttingOfWindowsAndTheSelectionOfDeadLettersArePure = classes()
            .that()
            .resideInAnyPackage(PURE)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "io.tidings.export.window",
                    "io.tidings.export.selection",
                    "io.tidings.contract..",
                    "org.apache.kafka.common.header",
                    "org.jspecify.annotations",
                    "java.lang..",
                    "java.io",
                    "java.nio.charset",
                    "java.time..",
                    "java.util..");

    @ArchTest
    static final ArchRule theyAskNoClockAndNoDice = noClasses()
            .that()
            .resideInAnyPackage(PURE)
            .should()
            .callMethod(Instant.class, "now")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(UUID.class, "randomUUID");

    @ArchTest
    static final ArchRule storageKnowsNoKafkaAndNoWindows = noClasses()
            .that()
            .resideInAPackage("io.tidings.export.blob")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "org.apache.kafka..",
                    "io.tidings.export.window",
                    "io.tidings.export.log",
                    "io.tidings.export.write",
                    "io.tidings.export");

    @ArchTest
    static final ArchRule packagesHaveNoCycles =
            slices().matching("io.tidings.export.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule thePartsDoNotKnowTheProgram = noClasses()
            .that()
            .resideInAPackage("io.tidings.export.(*)..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.tidings.export");

    @ArchTest
    static final ArchRule ofTheOtherModulesOnlyContractAndRuntimeAreUsed = classes()
            .should()
            .onlyDependOnClassesThat()
            .resideOutsideOfPackages(
                    "io.tidings.topology..",
                    "io.tidings.worker..",
                    "io.tidings.ingest..",
                    "org.apache.kafka.streams..");
}
