/** A request as a program of one file for Java 17, with its standard library alone: `java UpdateBusiness.java`. */
import { literal } from './literal.ts';
import type { Printer } from './sample.ts';

/** The name of the class that the sample of an operation is. */
export const className = (id: string): string => `${id.charAt(0).toUpperCase()}${id.slice(1)}`;

const block = (value: unknown): string =>
  `"""\n        ${literal(value, undefined, 8).replaceAll('\\', '\\\\').replaceAll('"""', '\\"\\"\\"')}"""`;

export const java: Printer = ({ id, method, path, headers, value }) => {
  const body = value === undefined ? '' : `    var body = ${block(value)};\n`;
  const publisher = value === undefined ? 'noBody()' : 'ofString(body)';
  const sent = Object.entries(headers).map(
    ([name, text]) => `        .header(${JSON.stringify(name)}, ${JSON.stringify(text)})\n`,
  );
  return `import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

public class ${className(id)} {
  public static void main(String[] args) throws Exception {
${body}    var request = HttpRequest.newBuilder(URI.create(System.getenv("API_URL") + ${JSON.stringify(path)}))
        .method("${method}", HttpRequest.BodyPublishers.${publisher})
        .header("x-api-key", System.getenv("API_KEY"))
${sent.join('')}        .build();
    var response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    if (response.statusCode() >= 400) throw new RuntimeException(response.body());
    System.out.println(response.body());
  }
}`;
};
