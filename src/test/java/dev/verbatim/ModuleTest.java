package dev.verbatim;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Exports;
import java.lang.module.ModuleDescriptor.Requires;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What the module shows and needs, and what its classes never use. */
class ModuleTest {

    /** The folder or the jar of the main classes, also where tests are patched into their module. */
    private static final Path PLACE = place();

    private static final JavaClasses MAIN = new ClassFileImporter().importPath(PLACE);

    private static Path place() {
        try {
            return Path.of(StructCodec.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new LinkageError("the place of the main classes", e);
        }
    }

    /** Skips where the main classes were compiled for the class path only. Where they are a module, it has one. */
    private static ModuleDescriptor descriptor() {
        Set<ModuleReference> found = ModuleFinder.of(PLACE).findAll();
        assumeTrue(
                StructCodec.class.getModule().isNamed() || !found.isEmpty(),
                () -> "needs the module's descriptor, which is not in " + PLACE);
        return found.iterator().next().descriptor();
    }

    @Test
    void theApiAndItsFilesAreExportedAndNothingElse() {
        assertEquals("dev.verbatim", descriptor().name());
        assertEquals(
                Set.of("dev.verbatim", "dev.verbatim.emissary", "dev.verbatim.file", "dev.verbatim.queue"),
                descriptor().exports().stream().map(Exports::source).collect(Collectors.toSet()));
        assertTrue(descriptor().exports().stream().noneMatch(Exports::isQualified));
    }

    /** A public type is a promise, so that a new one should be meant. */
    @Test
    void thePublicTypesOfTheApiAreThese() {
        assertEquals(
                Set.of(
                        "CorruptRecordException",
                        "LayoutMismatchException",
                        "LayoutReader",
                        "Layouts",
                        "Member", // of Layouts
                        "ReusableCodec",
                        "ReusableVarCodec",
                        "StructCodec",
                        "StructList",
                        "StructView",
                        "VarCodec",
                        "Builder", // of a VarCodec
                        "ViewFactory"),
                publicTypesOf("dev.verbatim"));
    }

    @Test
    void thePublicTypesOfTheQueueAreThese() {
        assertEquals(
                Set.of(
                        "Appender",
                        "Builder", // of a MappedQueue
                        "Claim", // of a QueueInfo
                        "Damage", // of a QueueReport
                        "Durability",
                        "LayoutText",
                        "MappedQueue",
                        "QueueException",
                        "QueueGapException",
                        "QueueInfo",
                        "QueueReport",
                        "EntryHandler",
                        "Retention",
                        "Segment", // of a QueueInfo
                        "Tailer",
                        "WaitStrategy"),
                publicTypesOf("dev.verbatim.queue"));
    }

    @Test
    void theEmissaryIsOneType() {
        assertEquals(Set.of("Emissary"), publicTypesOf("dev.verbatim.emissary"));
    }

    private static Set<String> publicTypesOf(String packageName) {
        return MAIN.stream()
                .filter(type -> type.getPackageName().equals(packageName))
                .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
                .map(JavaClass::getSimpleName)
                .collect(Collectors.toSet());
    }

    @Test
    void nothingIsOpenedButTheCommandLineToItsParser() {
        assertEquals(
                Set.of("dev.verbatim.cli to [info.picocli]"),
                descriptor().opens().stream()
                        .map(opens -> opens.source() + " to " + opens.targets())
                        .collect(Collectors.toSet()));
    }

    @Test
    void atRunTimeOnlyAsmIsRequired() {
        assertEquals(
                Set.of("java.base", "org.objectweb.asm"),
                descriptor().requires().stream()
                        .filter(requires -> !requires.modifiers().contains(Requires.Modifier.STATIC))
                        .map(Requires::name)
                        .collect(Collectors.toSet()));
    }

    @Test
    void unsafeIsNotRequiredAtAnyTime() {
        assertTrue(descriptor().requires().stream()
                .noneMatch(requires -> requires.name().equals("jdk.unsupported")));
    }

    @Test
    void theMainClassesAreTheOnesThatAreLookedAt() {
        assertNotNull(MAIN.get(StructCodec.class));
        assertNotNull(MAIN.get("dev.verbatim.internal.codegen.CodecGenerator"));
        assertNotNull(MAIN.get("dev.verbatim.file.StructFile"));
        assertTrue(MAIN.stream().noneMatch(type -> type.getSimpleName().endsWith("Test")));
    }

    @Test
    void noJdkInternalsAreUsed() {
        noClasses()
                .should()
                .dependOnClassesThat(resideInAnyPackage("sun..", "jdk.internal.."))
                .check(MAIN);
    }

    @Test
    void accessIsNeverForced() {
        noClasses()
                .should()
                .callMethodWhere(target("setAccessible").or(target("trySetAccessible")))
                .check(MAIN);
    }

    @Test
    void noRestrictedMethodIsCalled() {
        noClasses().should().callMethodWhere(target("reinterpret")).check(MAIN);
        noClasses()
                .should()
                .dependOnClassesThat(name("java.lang.foreign.Linker"))
                .check(MAIN);
        noClasses()
                .should()
                .dependOnClassesThat(name("java.lang.foreign.SymbolLookup"))
                .check(MAIN);
        noClasses().should().callMethod(System.class, "load", String.class).check(MAIN);
        noClasses()
                .should()
                .callMethod(System.class, "loadLibrary", String.class)
                .check(MAIN);
    }

    @Test
    void onlyTheCommandLinePrints() {
        noClasses()
                .that(not(resideInAPackage("dev.verbatim.cli..")))
                .should()
                .accessField(System.class, "out")
                .orShould()
                .accessField(System.class, "err")
                .orShould()
                .callMethod(Throwable.class, "printStackTrace")
                .check(MAIN);
    }

    /** {@code LayoutText} spells a layout, and looks at its depth before anything else does. */
    @Test
    void layoutsAreWalkedInOnePlace() {
        noClasses()
                .that(not(name("dev.verbatim.internal.model.LayoutMembers")
                        .or(name("dev.verbatim.internal.model.VarLayouts"))
                        .or(name("dev.verbatim.queue.LayoutText"))))
                .should()
                .callMethodWhere(target("memberLayouts"))
                .check(MAIN);
    }

    private static DescribedPredicate<JavaMethodCall> target(String method) {
        return DescribedPredicate.describe(
                "the method is " + method, call -> call.getTarget().getName().equals(method));
    }
}
