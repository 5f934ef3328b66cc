/** How the text of parameters is read. */
import { expect, it } from 'vitest';
import { readParameter, writeParameters } from '../../../lib/contract/parameters.ts';

it('reads a flag in each form that clients send, and a dry run only as true or false', () => {
  const flag = { description: '', schema: { type: 'boolean' } } as const;
  for (const text of ['true', 'TRUE', '1', 'Yes', ' yes ']) expect(readParameter(flag, text)).toBe(true);
  for (const text of ['false', '0', 'No']) expect(readParameter(flag, text)).toBe(false);
  for (const text of ['2', 'on', 'x']) expect(readParameter(flag, text)).toBe(text);
  const { validateOnly } = writeParameters.query;
  expect(readParameter(validateOnly, 'True')).toBe(true);
  for (const text of ['1', 'yes']) expect(readParameter(validateOnly, text)).toBe(text);
});
