package dev.verbatim.emissary;

import net.jqwik.api.lifecycle.AroundPropertyHook;
import net.jqwik.api.lifecycle.PropertyExecutionResult;
import net.jqwik.api.lifecycle.PropertyExecutor;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;

/** Gives a property as many tries as the system property {@code verbatim.tries} says, if it says anything. */
final class Tries implements AroundPropertyHook {

    @Override
    public PropertyExecutionResult aroundProperty(PropertyLifecycleContext context, PropertyExecutor property) {
        String tries = System.getProperty("verbatim.tries", "");
        if (!tries.isEmpty()) {
            context.attributes().setTries(Integer.valueOf(tries));
        }
        return property.execute();
    }
}
