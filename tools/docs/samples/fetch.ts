/** A request as a module for Node.js, Deno and Bun, with `fetch` alone. */
import { asTypescript, literal } from './literal.ts';
import type { Printer } from './sample.ts';

const { text, key } = asTypescript;

export const fetchSample: Printer = ({ method, path, headers, value }) => {
  const sent = Object.entries(headers).map(([name, each]) => `    ${key(name)}: ${text(each)},\n`);
  const body = value === undefined ? '' : `  body: JSON.stringify(${literal(value, asTypescript, 2, 21)}),\n`;
  return `const response = await fetch(process.env.API_URL + ${text(path)}, {
  method: '${method}',
  headers: {
    'x-api-key': process.env.API_KEY!,
${sent.join('')}  },
${body}});
if (!response.ok) throw new Error(await response.text());
console.log(await response.json());`;
};
