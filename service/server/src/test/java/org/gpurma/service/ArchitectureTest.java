package org.gpurma.service;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.gpurma.service.job.JobId;

@AnalyzeClasses(
    packages = "org.gpurma.service",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule FEATURES_HAVE_NO_CYCLES =
      slices().matching("org.gpurma.service.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule DEPENDENCIES_POINT_ONE_WAY =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("web")
          .definedBy("..service.web..")
          .layer("submit")
          .definedBy("..service.submit..")
          .layer("lifecycle")
          .definedBy("..service.lifecycle..")
          .layer("work")
          .definedBy(
              "..service.check..",
              "..service.compile..",
              "..service.counters..",
              "..service.examples..",
              "..service.ingest..",
              "..service.launch..",
              "..service.metrics..",
              "..service.notification..",
              "..service.prediction..",
              "..service.results..")
          .layer("grant")
          .definedBy("..service.allocation..", "..service.placement..", "..service.scheduling..")
          .layer("ground")
          .definedBy(
              "..service.cluster..",
              "..service.isolation..",
              "..service.job..",
              "..service.joblog..",
              "..service.jobspec..",
              "..service.remote..",
              "..service.runfolder..",
              "..service.security..",
              "..service.settings..")
          .whereLayer("web")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("submit")
          .mayOnlyBeAccessedByLayers("web")
          .whereLayer("lifecycle")
          .mayOnlyBeAccessedByLayers("web", "submit")
          .whereLayer("work")
          .mayOnlyBeAccessedByLayers("lifecycle", "web")
          .whereLayer("grant")
          .mayOnlyBeAccessedByLayers("work", "lifecycle", "web");

  @ArchTest
  static final ArchRule THE_SCHEDULER_IS_A_PURE_FUNCTION =
      classes()
          .that()
          .resideInAPackage("..service.scheduling..")
          .should()
          .onlyDependOnClassesThat(
              resideInAnyPackage(
                      "..service.scheduling..",
                      "java.lang..",
                      "java.util",
                      "java.util.function..",
                      "java.util.stream..")
                  .or(type(JobId.class)));

  @ArchTest
  static final ArchRule ONLY_THE_WEB_KNOWS_HTTP =
      noClasses()
          .that()
          .resideOutsideOfPackages("..service.web..", "org.gpurma.service")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "jakarta.servlet..", "org.springframework.web..", "org.springframework.http..");

  @ArchTest
  static final ArchRule ONLY_STORES_KNOW_THE_DATABASE =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              "..service.job..",
              "..service.allocation..",
              "..service.prediction..",
              "..service.security..",
              "org.gpurma.service")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.springframework.jdbc..", "java.sql..");

  @ArchTest
  static final ArchRule THE_RUNTIME_IS_KNOWN_BY_THE_WIRE_CONTRACT_ALONE =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.gpurma.runtime..", "mpi..", "jcuda..");
}
