package io.tidings.ingest;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.NullMarked;

/** The arrows of this module. */
@AnalyzeClasses(packages = "io.tidings.ingest", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule ofTidingsOnlyTheContractAndTheRuntimeAreUsed = noClasses()
            .should()
            .dependOnClassesThat(resideInAnyPackage("io.tidings..")
                    .and(not(resideInAnyPackage(
                            "io.tidings.ingest..", "io.tidings.contract..", "io.tidings.runtime.."))));

    @ArchTest
    static final ArchRule onlyOnePackageKnowsTheServer = noClasses()
            .that()
            .resideOutsideOfPackage("io.tidings.ingest.server")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.helidon..");

    @ArchTest
    static final ArchRule whoMayDoWhatIsDecidedWithoutKafkaClocksAndLogs = noClasses()
            .that()
            .resideInAPackage("io.tidings.ingest.access")
            .and()
            .doNotHaveSimpleName("TokensFile")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.apache.kafka.clients..", "org.slf4j..", "io.tidings.runtime..")
            .orShould()
            .callMethod(Instant.class, "now");

    @ArchTest
    static final ArchRule onlyOnePackageKnowsTokensOfIssuers = noClasses()
            .that()
            .resideOutsideOfPackage("io.tidings.ingest.oidc")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("com.nimbusds..");

    @ArchTest
    static final ArchRule onlyTheRuntimeAsksOtherServers =
            noClasses().should().dependOnClassesThat().resideInAPackage("org.apache.hc..");

    @ArchTest
    static final ArchRule validationIsDecidedWithoutKafkaClocksAndLogs = noClasses()
            .that()
            .resideInAPackage("io.tidings.ingest.validation")
            .and()
            .doNotHaveSimpleName("ValidationClient")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.apache.kafka..", "org.slf4j..", "io.tidings.runtime..")
            .orShould()
            .callMethod(Instant.class, "now")
            .orShould()
            .callMethod(UUID.class, "randomUUID");

    @ArchTest
    static final ArchRule systemEventsAreDecidedWithoutKafkaClocksAndLogs = noClasses()
            .that()
            .resideInAPackage("io.tidings.ingest.systemevent")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.apache.kafka..", "org.slf4j..", "io.tidings.runtime..")
            .orShould()
            .callMethod(Instant.class, "now")
            .orShould()
            .callMethod(UUID.class, "randomUUID");

    @ArchTest
    static final ArchRule packagesHaveNoCycles =
            slices().matching("io.tidings.ingest.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule everyPackageIsNullMarked =
            classes().that().haveSimpleName("package-info").should().beAnnotatedWith(NullMarked.class);
}
