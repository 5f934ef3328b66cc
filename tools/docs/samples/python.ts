/** A request as a script that uses our client for Python. */
import { PYTHON_MODULE } from '../client/name.ts';
import { snake } from '../client/python-methods.ts';
import { asPython, literal } from './literal.ts';
import type { Printer } from './sample.ts';

export const python: Printer = ({ id, given, options, value }) => {
  const named = { ...given, ...(value !== undefined && { body: value }), ...options };
  const sent = Object.entries(named).map(([name, each]) => {
    // A body has the names of the API.
    const start = `${snake(name)}=`;
    return `    ${start}${literal(each, asPython, 4, start.length)},\n`;
  });
  return `import os

from ${PYTHON_MODULE} import PartnerListing

api = PartnerListing(os.environ["API_URL"], os.environ["API_KEY"])
answer = api.${snake(id)}(${sent.length > 0 ? `\n${sent.join('')}` : ''})
print(answer.data)`;
};
