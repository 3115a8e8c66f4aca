package dev.verbatim;

import dev.verbatim.NullArgumentsTest.Case;
import dev.verbatim.NullArgumentsTest.Note;
import dev.verbatim.NullArgumentsTest.Point;
import dev.verbatim.text.ByteText;
import dev.verbatim.text.CodecText;
import dev.verbatim.text.Csv;
import dev.verbatim.text.HalfFloat;
import dev.verbatim.text.Json;
import dev.verbatim.text.MalformedTextException;
import dev.verbatim.text.RecordText;
import java.util.List;

/** Calls of the package of texts that pass null. */
final class TextNullCases {

    private static final String NO_SEGMENT = "cannot read a struct (4 bytes) at offset=0: the segment is null";

    private TextNullCases() {}

    static List<Case> cases() {
        RecordText text = RecordText.of(Point.LAYOUT);
        CodecText<Point> points = CodecText.of(Point.CODEC);
        return List.of(
                new Case("RecordText.of(StructLayout)", "layout", () -> RecordText.of(null)),
                new Case("RecordText.withUnsigned(Collection)", "paths", () -> text.withUnsigned(null)),
                new Case("RecordText.withHalfPrecision(Collection)", "paths", () -> text.withHalfPrecision(null)),
                new Case("HalfFloat.valueOf(String)", "text", () -> HalfFloat.valueOf(null)),
                new Case(
                        "RecordText.encodedSize(MemorySegment, long)",
                        "cannot read a variable-length record (16 bytes and a tail) at offset=0: the segment is null",
                        () -> RecordText.of(Note.LAYOUT).encodedSize(null, 0)),
                new Case("RecordText.values(MemorySegment, long)", NO_SEGMENT, () -> text.values(null, 0)),
                new Case("RecordText.toBytes(Map)", "values", () -> text.toBytes(null)),
                new Case("RecordText.toJson(MemorySegment, long)", NO_SEGMENT, () -> text.toJson(null, 0)),
                new Case("RecordText.fromJson(String)", "json", () -> text.fromJson(null)),
                new Case("RecordText.toCells(MemorySegment, long)", NO_SEGMENT, () -> text.toCells(null, 0)),
                new Case("RecordText.fromCells(List)", "cells", () -> text.fromCells(null)),
                new Case("CodecText.of(StructCodec)", "codec", () -> CodecText.of((StructCodec<Point>) null)),
                new Case("CodecText.of(VarCodec)", "codec", () -> CodecText.of((VarCodec<Note>) null)),
                new Case("CodecText.toJson(Object)", "value", () -> points.toJson(null)),
                new Case("CodecText.fromJson(String)", "json", () -> points.fromJson(null)),
                new Case("CodecText.toCells(Object)", "value", () -> points.toCells(null)),
                new Case("CodecText.fromCells(List)", "cells", () -> points.fromCells(null)),
                new Case("LayoutText.id(StructLayout)", "layout", () -> LayoutText.id(null)),
                new Case("LayoutText.idOf(String)", "text", () -> LayoutText.idOf(null)),
                new Case("Json.parse(String)", "text", () -> Json.parse(null)),
                new Case("Csv.line(List)", "cells", () -> Csv.line(null)),
                new Case("Csv.cell(Object)", "value", () -> Csv.cell(null)),
                new Case("ByteText.ofPadded(byte[])", "bytes", () -> ByteText.ofPadded(null)),
                new Case("ByteText.of(byte[])", "bytes", () -> ByteText.of(null)),
                new Case("ByteText.parse(String)", "text", () -> ByteText.parse(null)),
                new Case("MalformedTextException.quote(String)", "text", () -> MalformedTextException.quote(null)));
    }
}
