package org.gpurma.runtime;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(
    packages = "org.gpurma.runtime",
    importOptions = ImportOption.DoNotIncludeTests.class)
class DependencyRulesTest {

  @ArchTest
  static final ArchRule onlyOnePackageKnowsOpenMpi =
      noClasses()
          .that()
          .resideOutsideOfPackage("org.gpurma.runtime.network.openmpi")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("mpi..");

  @ArchTest
  static final ArchRule onlyOnePackageKnowsCuda =
      noClasses()
          .that()
          .resideOutsideOfPackage("org.gpurma.runtime.device.cuda")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("jcuda..");

  @ArchTest
  static final ArchRule packagesDependOneWay =
      slices().matching("org.gpurma.runtime.(**)").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule devicesAndNetworksAreChosenByTheProcessOnly =
      noClasses()
          .that()
          .resideInAnyPackage(
              "..blockmanager..",
              "..engine..",
              "..runtime.host..",
              "..memory..",
              "..ranklog..",
              "..report..",
              "..sampling..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "..device.cuda..", "..device.emulated..", "..network.openmpi..", "..nvml..");
}
