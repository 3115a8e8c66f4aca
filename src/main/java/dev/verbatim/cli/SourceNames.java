package dev.verbatim.cli;

import dev.verbatim.cli.ClassFiles.ClassFile;
import dev.verbatim.cli.ClassFiles.NameInSource;
import java.io.IOException;
import java.util.Objects;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** How the source that is printed of a class names other classes, and which package it has to be in for that. */
final class SourceNames {

    private final FieldTypes types;

    /** The package of the class, in which what is printed may be. */
    private String packageName = "";

    private String sourcePackage = "";

    SourceNames(FieldTypes types) {
        this.types = types;
    }

    /** Takes the class that a layout is printed of. */
    void start(ClassFile type) {
        packageName = type.packageName();
    }

    /** {@return the package that the source has to be in; empty if it may be anywhere} */
    String sourcePackage() {
        return sourcePackage;
    }

    /** {@return the name of an enum} */
    String ofEnum(Type type, String path) throws IOException, BadInputException {
        return of(Objects.requireNonNull(types.find(type)), path, "an enum");
    }

    /**
     * {@return the name of a class}
     *
     * @param path the member that has it; empty if it is the class that a layout is printed of
     * @param what what it is, in words
     * @throws BadInputException if no source can name it
     */
    String of(ClassFile found, String path, String what) throws IOException, BadInputException {
        NameInSource name = found.inSource();
        boolean isPublic = name != null && isPublic(found, name);
        if (name == null || !(isPublic || found.packageName().equals(packageName))) {
            throw new BadInputException((path.isEmpty() ? "class " + found.name() : "member `" + path + "`")
                    + ": expected " + what + " that another class of "
                    + (packageName.isEmpty() ? "the unnamed package" : "the package " + packageName)
                    + " can name in its source, found " + found.name());
        }
        if (!isPublic) {
            sourcePackage = packageName;
        }
        return name.name();
    }

    private boolean isPublic(ClassFile type, NameInSource name) throws IOException, BadInputException {
        ClassFile outermost = types.find(Type.getObjectType(name.outermost().replace('.', '/')));
        return name.isPublicWithin()
                && !type.packageName().isEmpty()
                && outermost != null
                && outermost.has(Opcodes.ACC_PUBLIC);
    }
}
