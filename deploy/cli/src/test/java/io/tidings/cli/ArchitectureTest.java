package io.tidings.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Instant;

/** The arrows between packages: the tree of commands, then commands, then what they share. */
@AnalyzeClasses(packages = "io.tidings.cli", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule everythingElseOfTidingsIsReachedOverHttp = classes()
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "io.tidings.cli..",
                    "picocli..",
                    "com.fasterxml.jackson..",
                    "com.sun.net.httpserver",
                    "org.jspecify.annotations",
                    "java..");

    @ArchTest
    static final ArchRule packagesHaveNoCycles =
            slices().matching("io.tidings.cli.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule commandsDoNotKnowTheTree = noClasses()
            .that()
            .resideInAPackage("io.tidings.cli.(*)..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.tidings.cli");

    @ArchTest
    static final ArchRule onlyThePackageOfTheApiTalksToManagement = noClasses()
            .that()
            .resideOutsideOfPackage("io.tidings.cli.api")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("java.net.http");

    @ArchTest
    static final ArchRule commandsAskTheClockOfTheSession = noClasses().should().callMethod(Instant.class, "now");
}
