package dev.verbatim.internal.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.internal.codegen.RuntimeMembers.RuntimeMethod;
import dev.verbatim.internal.runtime.GeneratedReusableCodec;
import dev.verbatim.internal.runtime.GeneratedView;
import dev.verbatim.internal.runtime.Text;
import dev.verbatim.internal.runtime.VarWriter;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

class RuntimeMembersTest {

    @Test
    void aMethodHasTheDescriptorOfItsDeclaration() {
        RuntimeMethod method = RuntimeMembers.method(Text.class, "fits");
        assertEquals("(Ljava/lang/CharSequence;I)Z", method.descriptor());
        assertTrue(method.isStatic());
    }

    @Test
    void whatASuperclassOrAnInterfaceDeclaresIsFound() {
        RuntimeMethod segment = RuntimeMembers.method(VarWriter.class, "segment");
        assertEquals("()Ljava/lang/foreign/MemorySegment;", segment.descriptor());
        assertFalse(segment.isStatic());
        assertEquals(
                "()J",
                RuntimeMembers.method(GeneratedReusableCodec.class, "byteSize").descriptor());
    }

    /** The first of these two is for their own package. */
    @Test
    void whatGeneratedCodeCannotCallIsNotThere() {
        assertEquals(
                "(Ljava/lang/CharSequence;I)[B",
                RuntimeMembers.method(Text.class, "encode").descriptor());
        LinkageError refused =
                assertThrowsExactly(LinkageError.class, () -> RuntimeMembers.method(Text.class, "trimmed"));
        assertEquals(
                "cannot generate a call of dev.verbatim.internal.runtime.Text.trimmed: expected one method, found []",
                refused.getMessage());
    }

    @Test
    void methodsOfOneNameAreToldApartByTheirParameters() {
        assertThrowsExactly(LinkageError.class, () -> RuntimeMembers.method(GeneratedView.class, "point"));
        assertEquals(
                "(Ljava/lang/foreign/MemorySegment;J)V",
                RuntimeMembers.method(GeneratedView.class, "point", MemorySegment.class, long.class)
                        .descriptor());
        assertThrowsExactly(
                LinkageError.class, () -> RuntimeMembers.method(GeneratedView.class, "point", MemorySegment.class));
    }

    @Test
    void aFieldIsFoundInTheClassThatDeclaresIt() {
        assertEquals(
                long.class, RuntimeMembers.field(GeneratedView.class, "end").getType());
        assertThrowsExactly(LinkageError.class, () -> RuntimeMembers.field(GeneratedView.class, "start"));
    }
}
