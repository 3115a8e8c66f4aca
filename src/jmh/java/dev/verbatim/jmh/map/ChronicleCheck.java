package dev.verbatim.jmh.map;

import java.io.IOException;

/** Says whether Chronicle Map runs on this JDK with the flags that the JVM has. */
final class ChronicleCheck {

    private static final int ENTRIES = 1_000;

    private ChronicleCheck() {}

    public static void main(String[] args) throws IOException {
        System.out.println("  " + System.getProperty("java.vm.name") + " " + Runtime.version());
        for (Contender contender : new Contender[] {Contender.CHRONICLE, Contender.CHRONICLE_VALUES}) {
            System.out.println("  " + contender + ": " + check(contender));
        }
    }

    @SuppressWarnings("CatchingUnchecked") // whatever goes wrong is what is asked for
    private static String check(Contender contender) throws IOException {
        TemporaryFolder folder = TemporaryFolder.create();
        try (Store store = contender.open(folder.path(), ENTRIES)) {
            Client client = store.client(new int[] {1, 2});
            client.put(0, 1);
            return client.getInto(0) == 1 && client.get(1) == null ? "runs" : "returns something else than was put";
        } catch (IOException | RuntimeException | Error e) {
            StringBuilder text = new StringBuilder("fails");
            for (Throwable cause = e; cause != null; cause = cause.getCause()) {
                text.append(System.lineSeparator()).append("    ").append(cause);
            }
            return text.toString();
        } finally {
            folder.delete();
        }
    }
}
