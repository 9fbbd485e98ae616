package io.tidings.topology;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import org.apache.kafka.common.utils.ByteUtils;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.NullMarked;

/** The arrows between packages: the program, then what every program needs to run, then the shared vocabulary. */
@AnalyzeClasses(
        packages = {"io.tidings.contract", "io.tidings.runtime", "io.tidings.topology", "io.tidings.timeline"},
        importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    private static final String CONTRACT = "io.tidings.contract..";
    private static final String EVENT_TYPES = "io.tidings.contract.eventtype";
    private static final String RUNTIME = "io.tidings.runtime..";
    private static final String TOPOLOGY = "io.tidings.topology..";
    private static final String TIMELINE = "io.tidings.timeline..";
    private static final String MATCHING = "io.tidings.contract.matching..";

    /** The hash is that of Kafka's default partitioner, so that a delivery's number is the one Kafka would choose. */
    @ArchTest
    static final ArchRule theContractKnowsNoKafkaClientButHeadersNumbersAndTheHashOfKeys = classes()
            .that()
            .resideInAPackage(CONTRACT)
            .and()
            .resideOutsideOfPackage(EVENT_TYPES)
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage(
                            CONTRACT,
                            "java..",
                            "javax.crypto..",
                            "com.fasterxml.jackson..",
                            "org.jspecify.annotations",
                            "org.apache.kafka.common.header..")
                    .or(equivalentTo(Utils.class))
                    .or(equivalentTo(ByteUtils.class)));

    @ArchTest
    static final ArchRule theSchemasOfEventTypesKnowTheirRegularExpressions = classes()
            .that()
            .resideInAPackage(EVENT_TYPES)
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage(
                    EVENT_TYPES,
                    "io.tidings.contract",
                    "io.tidings.contract.json",
                    "java..",
                    "com.fasterxml.jackson..",
                    "org.jspecify.annotations",
                    "com.google.re2j"));

    @ArchTest
    static final ArchRule theRuntimeKnowsNoProgram = noClasses()
            .that()
            .resideInAPackage(RUNTIME)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(TOPOLOGY, TIMELINE);

    @ArchTest
    static final ArchRule theTimelineKnowsNothingOfMatching = noClasses()
            .that()
            .resideInAPackage(TIMELINE)
            .should()
            .dependOnClassesThat()
            .resideInAPackage(TOPOLOGY);

    @ArchTest
    static final ArchRule packagesOfTheTimelineHaveNoCycles =
            slices().matching("io.tidings.timeline.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule onlyTheProgramKnowsKafkaStreams = noClasses()
            .that()
            .resideOutsideOfPackages(TOPOLOGY, TIMELINE)
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.apache.kafka.streams..");

    @ArchTest
    static final ArchRule matchingIsPure = classes()
            .that()
            .resideInAPackage(MATCHING)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    CONTRACT, "java.lang..", "java.math..", "java.util..", "java.time..", "org.jspecify.annotations");

    @ArchTest
    static final ArchRule pureCodeAsksNoClock = noClasses()
            .that()
            .resideInAPackage(CONTRACT)
            .should()
            .dependOnClassesThat()
            .areAssignableTo(InstantSource.class)
            .orShould()
            .callMethod(Instant.class, "now")
            .orShould()
            .callMethod(Clock.class, "systemUTC")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(System.class, "nanoTime");

    @ArchTest
    static final ArchRule packagesOfTheContractHaveNoCycles =
            slices().matching("io.tidings.contract.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule packagesOfTheRuntimeHaveNoCycles =
            slices().matching("io.tidings.runtime.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule packagesOfTheTopologyHaveNoCycles =
            slices().matching("io.tidings.topology.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule everyPackageIsNullMarked = classes()
            .should(new ArchCondition<>("lie in a null-marked package") {
                @Override
                public void check(JavaClass type, ConditionEvents events) {
                    boolean marked = type.getPackage()
                            .tryGetPackageInfo()
                            .map(info -> info.isAnnotatedWith(NullMarked.class))
                            .orElse(false);
                    events.add(new SimpleConditionEvent(type, marked, type.getPackageName() + " is not @NullMarked"));
                }
            });

    @ArchTest
    static final ArchRule namesSayWhatAThingIs = noClasses()
            .should()
            .haveNameMatching(".*(Impl|Util|Utils|Helper|Manager)")
            .orShould()
            .haveNameMatching(".*\\.(Abstract|Base)[A-Z].*");
}
