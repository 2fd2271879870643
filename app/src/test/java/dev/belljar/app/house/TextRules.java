package dev.belljar.app.house;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
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
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/// Reads the sources of one package and its `texts.properties`, and reports what does not match.
///
/// A literal is a text if it reads like one (two words, or a capital letter before small ones), or if it is
/// the first argument of a control that shows it. Messages of exceptions, log lines, annotations and names of
/// threads are for developers and are not texts of the window; nor are labels of keys or strings that are
/// only compared with.
final class TextRules {
    private static final Pattern SENTENCE =
            Pattern.compile("\\p{L}{2,}[,.:;]? +\\p{L}|^\\p{Lu}\\p{Ll}+|\\p{L}…$|\\p{L}{2,} $|^ \\p{L}{2,}");
    private static final Pattern LETTERS = Pattern.compile("\\p{L}{2,}");
    /// Labels of keys are the same in every language.
    private static final Pattern KEYS = Pattern.compile(
            "(Ctrl|Alt|Shift|Enter|Esc|Tab|Del|F[0-9]+|.)( (Ctrl|Alt|Shift|Enter|Esc|Tab|Del|F[0-9]+|.))*");
    private static final Set<String> FOR_DEVELOPERS = Set.of(
            "requireNonNull",
            "trace",
            "debug",
            "info",
            "warn",
            "error",
            "name",
            "getProperty",
            "setProperty",
            "getenv",
            "lookup",
            "compile",
            "contains",
            "matches",
            "resolve",
            "getPseudoClass");
    private static final Set<String> SHOWING_METHODS =
            Set.of("setText", "setPromptText", "setAccessibleText", "setTitle");
    private static final Set<String> SHOWING_TYPES =
            Set.of("Label", "Button", "Tooltip", "MenuItem", "CheckBox", "Text");

    private final List<String> problems = new ArrayList<>();
    private final Set<String> used = new HashSet<>();
    private final Set<String> exempt;

    private TextRules(Set<String> exempt) {
        this.exempt = exempt;
    }

    /// The errors in the package whose sources are in `sources` and whose texts are in `texts`: literals in
    /// the code, keys without a text, unused texts, and patterns that [java.text.MessageFormat] does not
    /// interpret as intended. Classes named in `exempt` may contain literals.
    static List<String> problems(Path sources, Path texts, Set<String> exempt) throws IOException {
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
                    null, manager, null, List.of("-proc:none"), null, manager.getJavaFileObjectsFromPaths(files));
            SourcePositions positions = Trees.instance(task).getSourcePositions();
            for (CompilationUnitTree unit : task.parse()) {
                new Literals(unit, positions).scan(unit, null);
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
            boolean constant = Character.isUpperCase(key.charAt(0));
            if (!constant && !used.contains(key)) {
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
        private final SourcePositions positions;

        Literals(CompilationUnitTree unit, SourcePositions positions) {
            this.unit = unit;
            this.positions = positions;
            this.file = Path.of(unit.getSourceFile().getName()).getFileName().toString();
        }

        @Override
        public Void visitAnnotation(AnnotationTree annotation, Void none) {
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
                default -> {}
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
            if (!KEYS.matcher(text).matches() && !exempt.contains(file.replace(".java", ""))) {
                problems.add(at(literal) + ": the literal “" + text + "” belongs in texts.properties");
            }
        }

        private String at(Tree tree) {
            long start = positions.getStartPosition(unit, tree);
            return file + ":" + unit.getLineMap().getLineNumber(start);
        }
    }

    private static boolean forDevelopers(TreePath literal) {
        for (TreePath path = literal.getParentPath(); path != null; path = path.getParentPath()) {
            if (path.getLeaf() instanceof NewClassTree made && isException(made)) {
                return true;
            }
            if (path.getLeaf() instanceof MethodInvocationTree call
                    && FOR_DEVELOPERS.contains(methodName(call.getMethodSelect()))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isException(NewClassTree made) {
        String type = made.getIdentifier().toString();
        return type.endsWith("Exception") || type.endsWith("Error");
    }

    private static String methodName(ExpressionTree select) {
        return switch (select) {
            case MemberSelectTree member -> member.getIdentifier().toString();
            case IdentifierTree name -> name.getName().toString();
            default -> "";
        };
    }
}
