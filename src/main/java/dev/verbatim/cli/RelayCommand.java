package dev.verbatim.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/** {@code verbatim relay}: a program in a jar of its own, which the launcher starts, as Kafka's client is there. */
@Command(name = "relay", header = "Carries queues and maps from host to host over Apache Kafka.")
final class RelayCommand implements Callable<Integer> {

    @Unmatched
    private final List<String> arguments = new ArrayList<>();

    @Override
    public Integer call() throws BadInputException {
        throw new BadInputException("cannot relay from this jar, which has no client of Kafka: start it as './verbatim"
                + " relay " + String.join(" ", arguments) + "' in a clone of the project");
    }
}
