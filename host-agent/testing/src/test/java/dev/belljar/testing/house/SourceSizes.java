package dev.belljar.testing.house;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/// The sizes of the production code in a checkout, each by the place that has it: `FOLDER`, `FILE`, or
/// `FILE#METHOD`. A file whose type explains itself in at least eight lines may be long.
record SourceSizes(
        SortedMap<String, Integer> filesInPackages,
        SortedMap<String, Integer> linesInFiles,
        SortedMap<String, Integer> linesInMethods,
        SortedMap<String, Integer> constructorParameters) {
    private static final int ESSAY = 8;

    /// Reads the production code of all modules below `root`.
    static SourceSizes read(Path root) throws IOException {
        SourceSizes sizes = new SourceSizes(new TreeMap<>(), new TreeMap<>(), new TreeMap<>(), new TreeMap<>());
        JavaCompiler compiler = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler(), "a JDK");
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            Iterable<? extends JavaFileObject> files = manager.getJavaFileObjectsFromPaths(sources(root));
            JavacTask task = (JavacTask) compiler.getTask(null, manager, null, List.of("-proc:none"), null, files);
            DocTrees trees = DocTrees.instance(task);
            for (CompilationUnitTree unit : task.parse()) {
                sizes.add(root.relativize(Path.of(unit.getSourceFile().toUri())).toString(), unit, trees);
            }
        }
        return sizes;
    }

    private static List<Path> sources(Path root) throws IOException {
        try (Stream<Path> all = Files.walk(root, 3)) {
            List<Path> modules = all.filter(folder ->
                            folder.endsWith("src/main/java") || Files.isDirectory(folder.resolve("src/main/java")))
                    .toList();
            List<Path> sources = new ArrayList<>();
            for (Path module : modules) {
                try (Stream<Path> files = Files.walk(module.resolve("src/main/java"))) {
                    files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
                }
            }
            return sources;
        }
    }

    private void add(String file, CompilationUnitTree unit, DocTrees trees) {
        if (file.endsWith("-info.java")) {
            return;
        }
        filesInPackages.merge(file.substring(0, file.lastIndexOf('/')), 1, Integer::sum);
        // A type has its name alone in the checkout, and keeps it when it moves.
        String name = file.substring(file.lastIndexOf('/') + 1);
        SourcePositions positions = trees.getSourcePositions();
        new TreePathScanner<@Nullable Void, @Nullable Void>() {
            @Override
            public @Nullable Void visitClass(ClassTree type, @Nullable Void nothing) {
                if (getCurrentPath().getParentPath().getLeaf() instanceof CompilationUnitTree
                        && !essay(trees, getCurrentPath())) {
                    int end = line(unit, positions.getEndPosition(unit, type));
                    linesInFiles.merge(name, end, Math::max);
                }
                return super.visitClass(type, null);
            }

            @Override
            public @Nullable Void visitMethod(MethodTree method, @Nullable Void nothing) {
                ClassTree owner = (ClassTree) getCurrentPath().getParentPath().getLeaf();
                if (method.getName().contentEquals("<init>") && owner.getKind() != Tree.Kind.RECORD) {
                    constructorParameters.merge(
                            name + "#" + owner.getSimpleName(),
                            method.getParameters().size(),
                            Math::max);
                }
                // A method of an interface or an abstract one has no body; a default constructor has no position.
                if (method.getBody() != null && positions.getStartPosition(unit, method.getBody()) >= 0) {
                    int first = line(unit, positions.getStartPosition(unit, method.getBody()));
                    int last = line(unit, positions.getEndPosition(unit, method.getBody()));
                    linesInMethods.merge(name + "#" + method.getName(), last - first + 1, Math::max);
                }
                return super.visitMethod(method, null);
            }
        }.scan(unit, null);
    }

    private static boolean essay(DocTrees trees, TreePath type) {
        String comment = trees.getDocComment(type);
        return comment != null && comment.strip().lines().count() >= ESSAY;
    }

    private static int line(CompilationUnitTree unit, long position) {
        return (int) unit.getLineMap().getLineNumber(position);
    }

    /// The most that each kind of place may have: its name in `exceptions.txt`, the limit, and the sizes.
    List<Limit> limits() {
        return List.of(
                new Limit("files", 25, filesInPackages),
                new Limit("lines", 350, linesInFiles),
                new Limit("method", 40, linesInMethods),
                new Limit("parameters", 7, constructorParameters));
    }

    /// The places that are larger than this limit.
    record Limit(String kind, int most, Map<String, Integer> sizes) {
        Stream<Map.Entry<String, Integer>> exceeded() {
            return sizes.entrySet().stream().filter(entry -> entry.getValue() > most);
        }
    }
}
