/** A request as a script for Python 3, with its standard library alone. */
import { asPython, literal } from './literal.ts';
import type { Printer } from './sample.ts';

export const urllib: Printer = ({ method, path, headers, value }) => {
  const sent = Object.entries(headers).map(
    ([name, text]) => `        ${JSON.stringify(name)}: ${JSON.stringify(text)},\n`,
  );
  const body = value === undefined ? '' : `body = ${literal(value, asPython)}\n\n`;
  return `import json, os
from urllib.request import Request, urlopen

${body}request = Request(
    os.environ["API_URL"] + ${JSON.stringify(path)},
    method="${method}",
    headers={
        "x-api-key": os.environ["API_KEY"],
${sent.join('')}    },
${value === undefined ? '' : '    data=json.dumps(body).encode(),\n'})
with urlopen(request) as response:
    print(json.dumps(json.load(response), indent=2))`;
};
