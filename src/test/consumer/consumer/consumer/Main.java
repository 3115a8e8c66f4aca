package consumer;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Takes every public path of Verbatim from outside, its errors included, and prints how many checks passed. */
public final class Main {
    private Main() {}

    /** The argument is an empty folder to make files in. */
    public static void main(String[] args) throws Exception {
        Kind.folder = Path.of(args[0]);
        System.out.println("in " + Main.class.getModule());
        List<Subject<?>> subjects = new ArrayList<>(Subjects.all());
        subjects.addAll(MemberSubjects.all());
        subjects.addAll(ModuleSubjects.all());
        subjects.addAll(ImmutableSubjects.all());
        CodecChecks.run(subjects);
        SegmentFaultChecks.run(subjects);
        ValueFaultChecks.run(subjects);
        MemberFaultChecks.run();
        ImmutableChecks.run();
        BindingChecks.run();
        FileChecks.run(Kind.folder);
        ViewChecks.run();
        VarChecks.run();
        ConversionChecks.run();
        TailElementChecks.run();
        TaggedChecks.run();
        QueueChecks.run(Kind.folder);
        TextChecks.run();
        EmissaryChecks.run();
        if (Checks.failed() > 0) {
            System.exit(1);
        }
        System.out.println("checks passed: " + Checks.passed());
    }
}
