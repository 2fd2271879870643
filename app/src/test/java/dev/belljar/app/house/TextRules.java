package dev.belljar.app.house;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.ConstantCaseLabelTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.tools.ToolProvider;

/// Reads the sources of one package and its `texts.properties`, and reports what does not match.
///
/// A literal is a text if it reads like one (two words, or a capital letter before small ones), or if it is
/// the first argument of a control that shows it. Log lines, annotations, names of threads and messages of
/// exceptions that report an error in the program are for developers and are not texts of the window; nor are
/// labels of keys or strings that are only compared with. Methods and exceptions are told apart by their
/// types, so the sources are compiled against the class path of the test.
final class TextRules {
    private static final Pattern SENTENCE =
            Pattern.compile("\\p{L}{2,}[,.:;]? +\\p{L}|^\\p{Lu}\\p{Ll}+|\\p{L}…$|\\p{L}{2,} $|^ \\p{L}{2,}");
    private static final Pattern LETTERS = Pattern.compile("\\p{L}{2,}");
    /// Labels of keys are the same in every language.
    private static final Pattern KEYS = Pattern.compile(
            "(Ctrl|Alt|Shift|Enter|Esc|Tab|Del|F[0-9]+|.)( (Ctrl|Alt|Shift|Enter|Esc|Tab|Del|F[0-9]+|.))*");
    /// Methods whose arguments no user reads, by the type that declares them.
    private static final Map<String, Set<String>> FOR_DEVELOPERS = Map.ofEntries(
            Map.entry("java.util.Objects", Set.of("requireNonNull")),
            Map.entry("org.slf4j.Logger", Set.of("trace", "debug", "info", "warn", "error")),
            Map.entry("java.lang.Thread.Builder", Set.of("name")),
            Map.entry("java.lang.Thread.Builder.OfVirtual", Set.of("name")),
            Map.entry("java.lang.Thread.Builder.OfPlatform", Set.of("name")),
            Map.entry("java.lang.System", Set.of("getProperty", "setProperty", "getenv")),
            Map.entry("java.util.regex.Pattern", Set.of("compile")),
            Map.entry("java.lang.String", Set.of("contains", "matches", "equals", "startsWith", "endsWith")),
            Map.entry("java.nio.file.Path", Set.of("of", "resolve")),
            Map.entry("javafx.css.PseudoClass", Set.of("getPseudoClass")));
    /// Exceptions that report an error in the program; the messages of all others can reach a user.
    private static final Set<String> PROGRAM_ERRORS = Set.of(
            "java.lang.IllegalArgumentException",
            "java.lang.IllegalStateException",
            "java.lang.UnsupportedOperationException",
            "java.lang.AssertionError",
            "java.io.UncheckedIOException");
    private static final Set<String> SHOWING_METHODS =
            Set.of("setText", "setPromptText", "setAccessibleText", "setTitle");
    private static final Set<String> SHOWING_TYPES =
            Set.of("Label", "Button", "Tooltip", "MenuItem", "CheckBox", "Text");

    private final List<String> problems = new ArrayList<>();
    private final Set<String> used = new HashSet<>();
    private final Map<String, Pattern> exempt;

    private TextRules(Map<String, Pattern> exempt) {
        this.exempt = exempt;
    }

    /// The errors in the package whose sources are in `sources` and whose texts are in `texts`: literals in
    /// the code, keys without a text (of an enum: for any of its constants), unused texts, and patterns that
    /// [java.text.MessageFormat] does not interpret as intended. `exempt` names classes and the literals that
    /// each of them may contain.
    static List<String> problems(Path sources, Path texts, Map<String, Pattern> exempt) throws IOException {
        TextRules rules = new TextRules(exempt);
        rules.read(sources);
        rules.compare(texts);
        return rules.problems;
    }

    private void read(Path sources) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.list(sources)) {
            files = all.filter(file -> file.toString().endsWith(".java"))
                    .sorted()
                    .toList();
        }
        var compiler = ToolProvider.getSystemJavaCompiler();
        try (var manager = compiler.getStandardFileManager(null, null, null)) {
            var task = (JavacTask) compiler.getTask(
                    null,
                    manager,
                    error -> {},
                    List.of("-proc:none", "-cp", System.getProperty("java.class.path")),
                    null,
                    manager.getJavaFileObjectsFromPaths(files));
            Iterable<? extends CompilationUnitTree> units = task.parse();
            task.analyze();
            for (CompilationUnitTree unit : units) {
                new Literals(unit, Trees.instance(task)).scan(unit, null);
            }
        }
    }

    private void compare(Path file) throws IOException {
        Properties texts = new Properties();
        if (Files.exists(file)) {
            try (Reader in = Files.newBufferedReader(file)) {
                texts.load(in);
            }
        }
        for (String key : new TreeSet<>(used)) {
            if (!texts.containsKey(key)) {
                problems.add("no text for the key " + key);
            }
        }
        for (String key : new TreeSet<>(texts.stringPropertyNames())) {
            if (!used.contains(key)) {
                problems.add("no code uses the key " + key);
            }
            if (texts.getProperty(key).replace("''", "").contains("'")) {
                problems.add("a single apostrophe, which a pattern drops, in the text of " + key);
            }
        }
    }

    private final class Literals extends TreePathScanner<Void, Void> {
        private final CompilationUnitTree unit;
        private final String file;
        private final Trees trees;

        Literals(CompilationUnitTree unit, Trees trees) {
            this.unit = unit;
            this.trees = trees;
            this.file = Path.of(unit.getSourceFile().getName()).getFileName().toString();
        }

        @Override
        public Void visitAnnotation(AnnotationTree annotation, Void none) {
            return null;
        }

        @Override
        public Void visitConstantCaseLabel(ConstantCaseLabelTree label, Void none) {
            return null;
        }

        @Override
        public Void visitNewClass(NewClassTree made, Void none) {
            String type = made.getIdentifier().toString();
            if (SHOWING_TYPES.contains(type) && !made.getArguments().isEmpty()) {
                shown(made.getArguments().getFirst());
            }
            return super.visitNewClass(made, null);
        }

        @Override
        public Void visitMethodInvocation(MethodInvocationTree call, Void none) {
            String name = methodName(call.getMethodSelect());
            List<? extends ExpressionTree> arguments = call.getArguments();
            boolean texts = call.getMethodSelect() instanceof MemberSelectTree select
                    && select.getExpression().toString().equals("TEXTS");
            if (texts && !arguments.isEmpty()) {
                keys(arguments.getFirst());
                scan(arguments.subList(1, arguments.size()), null);
                return null;
            }
            boolean parts = call.getMethodSelect() instanceof MemberSelectTree select
                    && select.getExpression().toString().equals("UiParts");
            if ((parts || SHOWING_METHODS.contains(name)) && !arguments.isEmpty()) {
                shown(arguments.getFirst());
            }
            return super.visitMethodInvocation(call, null);
        }

        @Override
        public Void visitLiteral(LiteralTree literal, Void none) {
            if (literal.getValue() instanceof String text
                    && SENTENCE.matcher(text).find()
                    && !forDevelopers(getCurrentPath())) {
                report(literal, text);
            }
            return null;
        }

        // A literal key counts as used; in a conditional expression both alternatives do.
        private void keys(ExpressionTree key) {
            switch (key) {
                case LiteralTree literal when literal.getValue() instanceof String text -> used.add(text);
                case ConditionalExpressionTree choice -> {
                    keys(choice.getTrueExpression());
                    keys(choice.getFalseExpression());
                }
                case ParenthesizedTree inner -> keys(inner.getExpression());
                case BinaryTree sum ->
                    problems.add(
                            at(sum) + ": a key that is put together; write it whole, or use a constant of an enum");
                default -> constants(key);
            }
        }

        // All constants of the enum count as used, whichever of them the expression can have.
        private void constants(ExpressionTree constant) {
            TypeMirror type = trees.getTypeMirror(TreePath.getPath(unit, constant));
            if (!(type instanceof DeclaredType declared) || declared.asElement().getKind() != ElementKind.ENUM) {
                problems.add(at(constant) + ": a key that is computed; write it whole, or use a constant of an enum");
                return;
            }
            Element found = declared.asElement();
            String name = found.getSimpleName().toString();
            for (Element outer = found.getEnclosingElement();
                    outer instanceof TypeElement;
                    outer = outer.getEnclosingElement()) {
                name = outer.getSimpleName() + "." + name;
            }
            for (Element member : found.getEnclosedElements()) {
                if (member.getKind() == ElementKind.ENUM_CONSTANT) {
                    used.add(name + "." + member.getSimpleName());
                }
            }
        }

        private void shown(ExpressionTree value) {
            switch (value) {
                case LiteralTree literal
                when literal.getValue() instanceof String text
                        && LETTERS.matcher(text).find()
                        && !SENTENCE.matcher(text).find() -> report(literal, text);
                case BinaryTree sum -> {
                    shown(sum.getLeftOperand());
                    shown(sum.getRightOperand());
                }
                case ConditionalExpressionTree choice -> {
                    shown(choice.getTrueExpression());
                    shown(choice.getFalseExpression());
                }
                case ParenthesizedTree inner -> shown(inner.getExpression());
                default -> {}
            }
        }

        private void report(Tree literal, String text) {
            Pattern allowed = exempt.get(file.replace(".java", ""));
            if (!KEYS.matcher(text).matches()
                    && (allowed == null || !allowed.matcher(text).find())) {
                problems.add(at(literal) + ": the literal “" + text + "” belongs in texts.properties");
            }
        }

        private String at(Tree tree) {
            long start = trees.getSourcePositions().getStartPosition(unit, tree);
            return file + ":" + unit.getLineMap().getLineNumber(start);
        }

        private boolean forDevelopers(TreePath literal) {
            for (TreePath path = literal; path.getParentPath() != null; path = path.getParentPath()) {
                TreePath around = path.getParentPath();
                boolean hidden = switch (around.getLeaf()) {
                    case NewClassTree made -> PROGRAM_ERRORS.contains(owner(around));
                    case MethodInvocationTree call ->
                        call.getArguments().contains(path.getLeaf())
                                && FOR_DEVELOPERS
                                        .getOrDefault(owner(around), Set.of())
                                        .contains(methodName(call.getMethodSelect()));
                    default -> false;
                };
                if (hidden) {
                    return true;
                }
            }
            return false;
        }

        // The type that declares the method or constructor that is called; empty if it is unknown.
        private String owner(TreePath call) {
            return trees.getElement(call) instanceof ExecutableElement method
                            && method.getEnclosingElement() instanceof TypeElement type
                    ? type.getQualifiedName().toString()
                    : "";
        }
    }

    private static String methodName(ExpressionTree select) {
        return switch (select) {
            case MemberSelectTree member -> member.getIdentifier().toString();
            case IdentifierTree name -> name.getName().toString();
            default -> "";
        };
    }
}
