package dev.belljar.client.command;

import dev.belljar.client.console.CommandSession;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import picocli.CommandLine;

/// Creates command objects with the session in which they run.
final class CommandFactory implements CommandLine.IFactory {
    private final CommandSession session;

    CommandFactory(CommandSession session) {
        this.session = session;
    }

    @Override
    public <K> K create(Class<K> type) throws Exception {
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            if (constructor.getParameterCount() == 1 && constructor.getParameterTypes()[0] == CommandSession.class) {
                try {
                    constructor.setAccessible(true);
                    return type.cast(constructor.newInstance(session));
                } catch (InvocationTargetException e) {
                    throw new IllegalStateException("command " + type.getSimpleName() + " could not be created", e);
                }
            }
        }
        return CommandLine.defaultFactory().create(type);
    }
}
