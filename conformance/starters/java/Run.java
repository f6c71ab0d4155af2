import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** Starts the adapter: `java Run.java` compiles src/ into build/ where it has changed. */
public final class Run {
    private static final Path SOURCES = Path.of("src");
    private static final Path BUILD = Path.of("build");

    public static void main(String[] arguments) throws Exception {
        Files.createDirectories(BUILD);
        var lock = BUILD.resolve("lock"); // two of us may start at once
        try (var file = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                var held = file.lock()) {
            compileWhatChanged();
        }
        var loader = new URLClassLoader(new URL[] {BUILD.toUri().toURL()});
        loader.loadClass("Adapter")
                .getMethod("main", String[].class)
                .invoke(null, (Object) arguments);
    }

    private static void compileWhatChanged() throws IOException {
        List<String> sources = new ArrayList<>();
        var isStale = false;
        try (Stream<Path> files = Files.walk(SOURCES)) {
            for (var source : files.filter(file -> file.toString().endsWith(".java")).toList()) {
                sources.add(source.toString());
                isStale |= isNewer(source);
            }
        }
        if (!isStale) return;
        var compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) throw new IllegalStateException("a JDK is needed, not only a JRE");
        List<String> words = new ArrayList<>(List.of("-d", BUILD.toString(), "-encoding", "UTF-8"));
        words.addAll(sources);
        var code = compiler.run(null, System.err, System.err, words.toArray(new String[0]));
        if (code != 0) System.exit(code);
    }

    private static boolean isNewer(Path source) throws IOException {
        var name = source.getFileName().toString().replace(".java", ".class");
        var compiled = BUILD.resolve(SOURCES.relativize(source).resolveSibling(name));
        return !Files.exists(compiled)
                || Files.getLastModifiedTime(source).compareTo(Files.getLastModifiedTime(compiled)) > 0;
    }
}
