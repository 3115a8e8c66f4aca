package dev.verbatim.tools;

import dev.verbatim.c.CCompiler;
import dev.verbatim.file.Python;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.AnnotatedElement;
import java.util.Optional;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import net.jqwik.api.lifecycle.LifecycleContext;
import net.jqwik.api.lifecycle.SkipExecutionHook;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** Skips the test, or all tests and properties of a class, where the tool is missing. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(Needs.Condition.class)
@AddLifecycleHook(Needs.Condition.class)
public @interface Needs {

    Tool value();

    enum Tool {
        C_COMPILER {
            @Override
            @Nullable
            String whyNot() throws Exception {
                return CCompiler.whyNoCompiler();
            }
        },
        NUMPY {
            @Override
            @Nullable
            String whyNot() throws Exception {
                return Python.whyNoNumpy();
            }
        };

        /** {@return why it cannot be used, or {@code null} if it can} */
        abstract @Nullable String whyNot() throws Exception;
    }

    /** Asks for the tool: JUnit through the one interface, jqwik through the other. */
    final class Condition implements ExecutionCondition, SkipExecutionHook {

        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            String obstacle = obstacle(context.getElement());
            return obstacle == null
                    ? ConditionEvaluationResult.enabled(null)
                    : ConditionEvaluationResult.disabled(obstacle);
        }

        @Override
        public SkipResult shouldBeSkipped(LifecycleContext context) {
            String obstacle = obstacle(context.optionalElement());
            return obstacle == null ? SkipResult.doNotSkip() : SkipResult.skip(obstacle);
        }

        private static @Nullable String obstacle(Optional<AnnotatedElement> element) {
            Optional<Needs> needs = AnnotationSupport.findAnnotation(element, Needs.class);
            if (needs.isEmpty()) {
                return null;
            }
            Tool tool = needs.get().value();
            try {
                return tool.whyNot();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while asking for " + tool, e);
            } catch (Exception e) {
                throw new IllegalStateException("cannot ask for " + tool, e);
            }
        }
    }
}
