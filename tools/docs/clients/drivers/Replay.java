import com.google.gson.Gson;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.File;
import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.ApiResponse;
import org.openapitools.client.JSON;
import org.openapitools.client.model.ApiError;

/** Replays the calls with the Java client of openapi-generator, by reflection: its methods are named after the operations. */
public class Replay {
    private static final String PACKAGE = "org.openapitools.client.api.";
    private static final String WITH_RESPONSE = "WithHttpInfo";
    private static final Gson gson = JSON.getGson();

    /** A name whatever its case and signs. */
    private static String plain(String name) {
        return name.toLowerCase().replaceAll("[^a-z0-9]", "");
    }

    /** The methods by operation, of every class of the package, which stands in a directory. */
    private static Map<String, Method> operations(File directory) throws ClassNotFoundException {
        Map<String, Method> found = new HashMap<>();
        for (String file : directory.list()) {
            if (!file.endsWith("Api.class")) continue;
            for (Method method : Class.forName(PACKAGE + file.replace(".class", "")).getMethods()) {
                if (method.getName().endsWith(WITH_RESPONSE))
                    found.put(method.getName().replace(WITH_RESPONSE, ""), method);
            }
        }
        return found;
    }

    private static Object[] arguments(Method method, JsonObject call) {
        Map<String, JsonElement> given = new HashMap<>();
        for (JsonElement place : call.getAsJsonObject("parameters").asMap().values())
            place.getAsJsonObject().asMap().forEach((name, value) -> given.put(plain(name), value));
        Set<String> names = new HashSet<>();
        call.getAsJsonArray("names").forEach(name -> names.add(plain(name.getAsString())));
        Parameter[] parameters = method.getParameters();
        Object[] values = new Object[parameters.length];
        for (int index = 0; index < parameters.length; index++) {
            String name = plain(parameters[index].getName());
            // What is no parameter of the operation is its body.
            JsonElement value = names.contains(name) ? given.remove(name) : call.get("body");
            values[index] = value == null ? null : gson.fromJson(value, parameters[index].getParameterizedType());
        }
        if (!given.isEmpty()) throw new IllegalArgumentException("no parameter " + given.keySet());
        return values;
    }

    private static void attempt(Method method, JsonObject call, JsonObject result) throws Exception {
        ApiClient client = new ApiClient();
        client.setBasePath(call.get("url").getAsString());
        client.setApiKey(call.get("key").getAsString());
        Object api = method.getDeclaringClass().getConstructor(ApiClient.class).newInstance(client);
        try {
            ApiResponse<?> response = (ApiResponse<?>) method.invoke(api, arguments(method, call));
            result.addProperty("status", response.getStatusCode());
            result.add("body", gson.toJsonTree(response.getData()));
        } catch (InvocationTargetException thrown) {
            if (!(thrown.getCause() instanceof ApiException)) throw thrown;
            ApiException error = (ApiException) thrown.getCause();
            if (error.getResponseBody() == null) throw error;
            result.addProperty("status", error.getCode());
            result.add("body", gson.toJsonTree(gson.fromJson(error.getResponseBody(), ApiError.class)));
        }
    }

    /** @param directories the one with the classes of the APIs */
    public static void main(String[] directories) throws Exception {
        Map<String, Method> operations = operations(new File(directories[0]));
        try (PrintWriter results = new PrintWriter(System.getenv("CLIENT_RESULTS"), "UTF-8")) {
            String calls = Files.readString(Path.of(System.getenv("CLIENT_CALLS")));
            for (JsonElement each : JsonParser.parseString(calls).getAsJsonArray()) {
                JsonObject call = each.getAsJsonObject();
                JsonObject result = new JsonObject();
                result.add("call", call.get("call"));
                try {
                    attempt(operations.get(call.get("operation").getAsString()), call, result);
                } catch (Exception error) {
                    Throwable cause = error instanceof InvocationTargetException ? error.getCause() : error;
                    result.addProperty("failure", String.valueOf(cause));
                }
                results.println(result);
            }
        }
        // The client's threads would wait for more calls.
        System.exit(0);
    }
}
