package dev.verbatim.invented;

import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCases;
import net.jqwik.api.RandomGenerator;

/**
 * An arbitrary that equals itself alone. jqwik looks up the generator of an arbitrary by its hash code whenever it draws
 * one of several, and that of a tree of arbitraries is made of all its parts: it took a twentieth of the time of all unit
 * tests.
 */
final class ByIdentity<T> implements Arbitrary<T> {

    private final Arbitrary<T> tree;

    ByIdentity(Arbitrary<T> tree) {
        this.tree = tree;
    }

    @Override
    public RandomGenerator<T> generator(int genSize) {
        return tree.generator(genSize);
    }

    @Override
    public RandomGenerator<T> generatorWithEmbeddedEdgeCases(int genSize) {
        return tree.generatorWithEmbeddedEdgeCases(genSize);
    }

    @Override
    public boolean isGeneratorMemoizable() {
        return tree.isGeneratorMemoizable();
    }

    @Override
    public EdgeCases<T> edgeCases(int maxEdgeCases) {
        return tree.edgeCases(maxEdgeCases);
    }
}
