package dev.belljar.app.house;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

/// Finds enums of the product by name.
final class EnumTypes {
    private static final JavaClasses ALL = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.belljar.app", "dev.belljar.contract");

    private EnumTypes() {}

    /// The enum of this name; a nested one is `Outer.Inner`.
    ///
    /// @throws AssertionError if there is none, or more than one
    static Class<?> named(String name) {
        var found = ALL.stream()
                .filter(JavaClass::isEnum)
                .filter(type -> type.getName()
                        .substring(type.getPackageName().length() + 1)
                        .replace('$', '.')
                        .equals(name))
                .toList();
        if (found.size() != 1) {
            throw new AssertionError(found.size() + " enums are called " + name + ": expected one");
        }
        return found.getFirst().reflect();
    }
}
