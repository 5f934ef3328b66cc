/** A request as a command for a shell. */
import { literal } from './literal.ts';
import type { Printer } from './sample.ts';

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** In double quotes, where a shell reads more than text. */
const quotedPath = (path: string): string => {
  if (/["$`\\!]/.test(path)) throw new Error(`A shell would read a part of ${path}`);
  return `"$API_URL${path}"`;
};

export const curl: Printer = ({ method, path, headers, value }) => {
  // curl sends a body by POST, and asks for the rest by GET.
  const isUsual = method === (value === undefined ? 'GET' : 'POST');
  return [
    `curl -sS --fail-with-body ${isUsual ? '' : `-X ${method} `}${quotedPath(path)}`,
    '-H "x-api-key: $API_KEY"',
    ...Object.entries(headers).map(([name, text]) => `-H ${quoted(`${name}: ${text}`)}`),
    ...(value === undefined ? [] : [`-d ${quoted(literal(value))}`]),
  ].join(' \\\n  ');
};
