/** The table of keys in docs/engineers.md says what the entities say. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '../../cdk/build/bundle.ts';
import type { Entity } from '../../lib/dynamodb/entity.ts';
import { entities } from '../../lib/entities.ts';

const HEAD = '| type | partition key | sort key | in the index | answers | in an export | personal |';

const inAnExport = ({ exported }: Entity): string => {
  if (exported === 'line') return 'a line';
  return 'with' in exported ? `with ${exported.with}` : `no: ${exported.not}`;
};

const code = (keys: string): string =>
  keys
    .split(', ')
    .map((key) => `\`${key}\``)
    .join(', ');

const rowOf = (entity: Entity): string => {
  const { type, keys, answers, personal } = entity;
  const index = keys.index ? keys.index.map(code).join(' ') : '';
  const cells = [type, code(keys.pk), code(keys.sk), index, answers, inAnExport(entity), personal ? 'yes' : 'no'];
  return `| ${cells.join(' | ')} |`;
};

it('the page has a row for each entity, as the entity says', async () => {
  const lines = (await readFile(join(projectRoot, 'docs/engineers.md'), 'utf8')).split('\n');
  const first = lines.indexOf(HEAD) + 2;
  expect(first, 'the page has the table').toBeGreaterThan(1);
  const rows = lines.slice(first, lines.indexOf('', first));
  expect(rows).toEqual(entities.map(rowOf));
});
