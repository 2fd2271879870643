package dev.belljar.app.text;

import java.text.MessageFormat;
import java.util.Locale;
import java.util.ResourceBundle;

/// The texts of one package of the window, from the file `texts.properties` of that package.
///
/// Every text is a [MessageFormat] pattern, whether it has parameters or not: an apostrophe is written twice,
/// and a number that must not be grouped (a port, an id) is passed as a string or written `{0,number,#}`.
/// Keys begin with the screen: `policy.rules.title`. A plural is a choice: `{0,choice,1#1 file|1<{0} files}`.
public final class Texts {
    private final ResourceBundle bundle;
    private final Locale locale;

    private Texts(ResourceBundle bundle) {
        this.bundle = bundle;
        this.locale = bundle.getLocale();
    }

    /// Returns the texts of this class's package, in the language of the desktop if there is a translation,
    /// else in English.
    ///
    /// @throws java.util.MissingResourceException when the package has no `texts.properties`
    public static Texts of(Class<?> type) {
        return new Texts(ResourceBundle.getBundle(type.getPackageName() + ".texts", type.getModule()));
    }

    /// Returns the text of this key with `values` in the places of `{0}`, `{1}` and so on.
    ///
    /// @throws java.util.MissingResourceException when there is no such key
    public String get(String key, Object... values) {
        return new MessageFormat(bundle.getString(key), locale).format(values);
    }

    /// Returns the text of a constant; its key is `EnumName.CONSTANT`, for a nested enum
    /// `Outer.EnumName.CONSTANT`.
    ///
    /// @throws java.util.MissingResourceException when there is no such key
    public String get(Enum<?> constant, Object... values) {
        Class<?> type = constant.getDeclaringClass();
        String name =
                type.getName().substring(type.getPackageName().length() + 1).replace('$', '.');
        return get(name + "." + constant.name(), values);
    }
}
