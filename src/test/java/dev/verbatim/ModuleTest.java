package dev.verbatim;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.lang.module.ModuleDescriptor.Exports;
import java.lang.module.ModuleDescriptor.Requires;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What the module shows and needs, and what its classes never use. */
class ModuleTest {

    @Test
    void theApiAndItsFilesAreExportedAndNothingElse() {
        assertEquals("dev.verbatim", MainClasses.descriptor().name());
        assertEquals(
                Set.of(
                        "dev.verbatim",
                        "dev.verbatim.emissary",
                        "dev.verbatim.file",
                        "dev.verbatim.map",
                        "dev.verbatim.queue",
                        "dev.verbatim.text"),
                MainClasses.descriptor().exports().stream().map(Exports::source).collect(Collectors.toSet()));
        assertTrue(MainClasses.descriptor().exports().stream().noneMatch(Exports::isQualified));
    }

    /** A public type is a promise, so that a new one should be meant. */
    @Test
    void thePublicTypesOfTheApiAreThese() {
        assertEquals(
                Set.of(
                        "BytesReader", // of a Conversion
                        "BytesWriter", // of a Conversion
                        "CodeConversions",
                        "Conversion",
                        "Conversions",
                        "CorruptRecordException",
                        "Durability",
                        "GapException",
                        "LayoutCodec",
                        "LayoutMismatchException",
                        "LayoutReader",
                        "LayoutText",
                        "Layouts",
                        "Member", // of Layouts
                        "NumberConversions",
                        "ReusableCodec",
                        "ReusableVarCodec",
                        "SegmentCursor",
                        "SizedCodec",
                        "StoreException",
                        "StructCodec",
                        "StructList",
                        "StructView",
                        "TaggedCodec",
                        "TaggedVarCodec",
                        "TextConversions",
                        "TimeConversions",
                        "VarCodec",
                        "Builder", // of a TaggedCodec, of a TaggedVarCodec, and of a VarCodec
                        "ViewFactory",
                        "WaitStrategy"),
                publicTypesOf("dev.verbatim"));
    }

    @Test
    void thePublicTypesOfTheQueueAreThese() {
        assertEquals(
                Set.of(
                        "Appender",
                        "Builder", // of a MappedQueue
                        "Reservation", // of a QueueInfo
                        "Damage", // of a QueueReport
                        "MappedQueue",
                        "QueueInfo",
                        "QueueReport",
                        "EntryHandler",
                        "Payload",
                        "Retention",
                        "Segment", // of a QueueInfo
                        "Tailer"),
                publicTypesOf("dev.verbatim.queue"));
    }

    @Test
    void thePublicTypesOfTheMapAreThese() {
        assertEquals(
                Set.of(
                        "Computation", // of LongKeys
                        "Damage", // of a MapReport
                        "Handler", // of MapChanges
                        "LongKeys",
                        "MapBuilder",
                        "MapChanges",
                        "MapCodec",
                        "MapInfo",
                        "MapReport",
                        "MappedMap",
                        "StoredValue"),
                publicTypesOf("dev.verbatim.map"));
    }

    @Test
    void thePublicTypesOfTheTextAreThese() {
        assertEquals(
                Set.of(
                        "ByteText",
                        "CodecText",
                        "Csv",
                        "HalfFloat",
                        "Json",
                        "JsonNumber",
                        "MalformedTextException",
                        "Reader", // of Csv
                        "RecordText"),
                publicTypesOf("dev.verbatim.text"));
    }

    @Test
    void theEmissaryIsOneType() {
        assertEquals(Set.of("Emissary"), publicTypesOf("dev.verbatim.emissary"));
    }

    private static Set<String> publicTypesOf(String packageName) {
        return MainClasses.ALL.stream()
                .filter(type -> type.getPackageName().equals(packageName))
                .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
                .map(JavaClass::getSimpleName)
                .collect(Collectors.toSet());
    }

    @Test
    void nothingIsOpenedButTheCommandLineToItsParser() {
        assertEquals(
                Set.of("dev.verbatim.cli to [info.picocli]"),
                MainClasses.descriptor().opens().stream()
                        .map(opens -> opens.source() + " to " + opens.targets())
                        .collect(Collectors.toSet()));
    }

    @Test
    void atRunTimeOnlyAsmIsRequired() {
        assertEquals(
                Set.of("java.base", "org.objectweb.asm"),
                MainClasses.descriptor().requires().stream()
                        .filter(requires -> !requires.modifiers().contains(Requires.Modifier.STATIC))
                        .map(Requires::name)
                        .collect(Collectors.toSet()));
    }

    @Test
    void unsafeIsNotRequiredAtAnyTime() {
        assertTrue(MainClasses.descriptor().requires().stream()
                .noneMatch(requires -> requires.name().equals("jdk.unsupported")));
    }

    @Test
    void theMainClassesAreTheOnesThatAreLookedAt() {
        assertNotNull(MainClasses.ALL.get(StructCodec.class));
        assertNotNull(MainClasses.ALL.get("dev.verbatim.internal.codegen.CodecGenerator"));
        assertNotNull(MainClasses.ALL.get("dev.verbatim.file.StructFile"));
        assertFalse(MainClasses.ALL.contain(ModuleTest.class));
    }

    @Test
    void noJdkInternalsAreUsed() {
        noClasses()
                .should()
                .dependOnClassesThat(resideInAnyPackage("sun..", "jdk.internal.."))
                .check(MainClasses.ALL);
    }

    @Test
    void accessIsNeverForced() {
        noClasses()
                .should()
                .callMethodWhere(target("setAccessible").or(target("trySetAccessible")))
                .check(MainClasses.ALL);
    }

    @Test
    void noRestrictedMethodIsCalled() {
        noClasses().should().callMethodWhere(target("reinterpret")).check(MainClasses.ALL);
        noClasses()
                .should()
                .dependOnClassesThat(name("java.lang.foreign.Linker"))
                .check(MainClasses.ALL);
        noClasses()
                .should()
                .dependOnClassesThat(name("java.lang.foreign.SymbolLookup"))
                .check(MainClasses.ALL);
        noClasses().should().callMethod(System.class, "load", String.class).check(MainClasses.ALL);
        noClasses()
                .should()
                .callMethod(System.class, "loadLibrary", String.class)
                .check(MainClasses.ALL);
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
                .check(MainClasses.ALL);
    }

    /**
     * {@code LayoutText} spells a layout, and looks at its depth before anything else does. {@code LayoutPrinter}
     * spells it in Java, and {@code NaturalLayouts} makes the same layout with alignments.
     */
    @Test
    void layoutsAreWalkedInOnePlace() {
        noClasses()
                .that(not(name("dev.verbatim.internal.model.LayoutMembers")
                        .or(name("dev.verbatim.internal.model.VarLayouts"))
                        .or(name("dev.verbatim.LayoutText"))
                        .or(name("dev.verbatim.cli.LayoutPrinter"))
                        .or(name("dev.verbatim.cli.NaturalLayouts"))))
                .should()
                .callMethodWhere(target("memberLayouts"))
                .check(MainClasses.ALL);
    }

    private static DescribedPredicate<JavaMethodCall> target(String method) {
        return DescribedPredicate.describe(
                "the method is " + method, call -> call.getTarget().getName().equals(method));
    }
}
