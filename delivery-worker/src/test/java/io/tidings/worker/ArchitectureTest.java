package io.tidings.worker;

import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.NullMarked;

/** The arrows between packages: the loop, then its parts, then the pure rules, then the shared contract. */
@AnalyzeClasses(packages = "io.tidings.worker", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    private static final String LOOP = "io.tidings.worker";
    private static final String[] PURE = {
        "io.tidings.worker.verdict",
        "io.tidings.worker.progress",
        "io.tidings.worker.schedule",
        "io.tidings.worker.receive"
    };
    /** The pure ones of packages that hold others, too. */
    private static final Set<String> PURE_TYPES = Set.of(
            "io.tidings.worker.health.EndpointBreaker",
            "io.tidings.worker.health.ProbationPolicy",
            "io.tidings.worker.health.ConcurrencyLimit",
            "io.tidings.worker.recovery.SubscriptionRecovery",
            "io.tidings.worker.recovery.TierSweep",
            "io.tidings.worker.partition.DuplicateDetector",
            "io.tidings.worker.partition.DuplicateWindow",
            "io.tidings.worker.telemetry.MinuteStats",
            "io.tidings.worker.dispatch.PreSendCheck",
            "io.tidings.worker.dispatch.Admission");

    private static final DescribedPredicate<JavaClass> PURE_RULES = DescribedPredicate.describe(
            "rules without Kafka, clock and threads",
            each -> List.of(PURE).contains(each.getPackageName())
                    || PURE_TYPES.contains(each.getName().split("\\$", 2)[0]));

    @ArchTest
    static final ArchRule theRulesAreMadeOfNothingButTheContract = classes()
            .that(are(PURE_RULES))
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "io.tidings.worker.verdict",
                    "io.tidings.worker.progress",
                    "io.tidings.worker.schedule",
                    "io.tidings.worker.health",
                    "io.tidings.worker.partition",
                    "io.tidings.worker.dispatch",
                    "io.tidings.worker.receive",
                    "io.tidings.worker.recovery",
                    "io.tidings.worker.telemetry",
                    "io.tidings.contract..",
                    "org.jspecify.annotations",
                    "java.lang..",
                    "java.io",
                    "java.time",
                    "java.util..");

    @ArchTest
    static final ArchRule theRulesNeedNoOtherRules = classes()
            .that()
            .resideInAPackage("io.tidings.worker.progress")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("io.tidings.worker.progress", "org.jspecify.annotations", "java..");

    @ArchTest
    static final ArchRule theRulesAskNoClockAndThrowNoDice = noClasses()
            .that(are(PURE_RULES))
            .should()
            .callMethod(Instant.class, "now")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(Math.class, "random")
            .orShould()
            .dependOnClassesThat(
                    are(DescribedPredicate.<JavaClass>describe("clocks, dice or threads", ArchitectureTest::impure)));

    private static boolean impure(JavaClass each) {
        return each.isEquivalentTo(Random.class)
                || each.isEquivalentTo(java.time.Clock.class)
                || each.isEquivalentTo(Thread.class)
                || each.getPackageName().startsWith("java.util.concurrent");
    }

    @ArchTest
    static final ArchRule thePartsDoNotKnowTheLoop = noClasses()
            .that()
            .resideInAPackage("io.tidings.worker.(*)..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage(LOOP);

    @ArchTest
    static final ArchRule packagesHaveNoCycles =
            slices().matching("io.tidings.worker.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule sharesOfPartitionNumbersArePure = classes()
            .that()
            .haveSimpleName("PartitionShares")
            .or()
            .haveSimpleName("MemberClaim")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("io.tidings.worker.group", "org.jspecify.annotations", "java.lang..", "java.util..");

    @ArchTest
    static final ArchRule webhooksKnowNoKafka = noClasses()
            .that()
            .resideInAPackage("io.tidings.worker.webhook")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "org.apache.kafka..",
                    "io.tidings.runtime",
                    "io.tidings.runtime.kafka..",
                    "io.tidings.runtime.follower..");

    @ArchTest
    static final ArchRule onlyWebhooksKnowHttp = noClasses()
            .that()
            .resideOutsideOfPackage("io.tidings.worker.webhook")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.apache.hc..");

    @ArchTest
    static final ArchRule everyPackageIsNullMarked =
            classes().that().haveSimpleName("package-info").should().beAnnotatedWith(NullMarked.class);

    @ArchTest
    static final ArchRule ofTheOtherModulesOnlyContractAndRuntimeAreUsed = classes()
            .should()
            .onlyDependOnClassesThat()
            .resideOutsideOfPackages(
                    "io.tidings.topology..",
                    "io.tidings.export..",
                    "io.tidings.ingest..",
                    "org.apache.kafka.streams..");
}
