// SPDX-License-Identifier: GPL-2.0-only
package hangproof.arch;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Random;
import java.util.Set;

/** What may depend on what, and what the modelled code must not use. */
@AnalyzeClasses(packages = "hangproof", importOptions = DoNotIncludeTests.class)
final class ArchitectureTest {
  @ArchTest
  static final ArchRule machineDependsOnJavaOnly =
      classes()
          .that()
          .resideInAPackage("hangproof.machine..")
          .should()
          .onlyDependOnClassesThat(resideInAnyPackage("java..", "hangproof.machine.."));

  @ArchTest
  static final ArchRule modelDependsOnMachineOnly =
      classes()
          .that()
          .resideInAPackage("hangproof.model..")
          .should()
          .onlyDependOnClassesThat(
              resideInAnyPackage("java..", "hangproof.machine..", "hangproof.model.."));

  @ArchTest
  static final ArchRule engineKnowsNoModel =
      noClasses()
          .that()
          .resideInAPackage("hangproof.engine..")
          .should()
          .dependOnClassesThat(
              resideInAnyPackage(
                  "hangproof.model..",
                  "hangproof.cases..",
                  "hangproof.cli..",
                  "hangproof.junit.."));

  @ArchTest
  static final ArchRule junitKnowsNoModel =
      noClasses()
          .that()
          .resideInAPackage("hangproof.junit..")
          .should()
          .dependOnClassesThat(resideInAnyPackage("hangproof.model..", "hangproof.cases.."));

  @ArchTest
  static final ArchRule cliKnowsNoModel =
      noClasses()
          .that()
          .resideInAPackage("hangproof.cli..")
          .should()
          .dependOnClassesThat(resideInAnyPackage("hangproof.model..", "hangproof.cases.."));

  /** A model's state lies in the machine, where the checker sees it, and nowhere else. */
  @ArchTest
  static final ArchRule modelFieldsAreFinal =
      fields()
          .that()
          .areDeclaredInClassesThat(resideInAPackage("hangproof.model.."))
          .should()
          .beFinal();

  /** A model does the same on every run: no clock, no chance, no threads of its own. */
  @ArchTest
  static final ArchRule modelHasNoClockChanceOrThreads =
      noClasses()
          .that()
          .resideInAPackage("hangproof.model..")
          .should()
          .dependOnClassesThat(
              resideInAnyPackage("java.time..", "java.util.concurrent..", "java.util.random..")
                  .or(assignableTo(Random.class))
                  .or(assignableTo(Thread.class))
                  .or(assignableTo(ThreadLocal.class))
                  .as("are clocks, sources of chance or threads"))
          .orShould()
          .accessTargetWhere(
              describe("it is a clock or a source of chance", ArchitectureTest::isClockOrChance));

  private static boolean isClockOrChance(JavaAccess<?> access) {
    String owner = access.getTargetOwner().getName();
    String name = access.getTarget().getName();
    return switch (owner) {
      case "java.lang.System" ->
          Set.of("nanoTime", "currentTimeMillis", "identityHashCode").contains(name);
      case "java.lang.Math" -> name.equals("random");
      default -> false;
    };
  }
}
