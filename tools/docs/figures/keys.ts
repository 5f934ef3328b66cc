/** The list of keys (docs/table.md): a line for each type of item, as `lib/entities.ts` has it. Pure. */
import { type Entity, isPersonal } from '../../../lib/dynamodb/table/entity.ts';
import { entities } from '../../../lib/entities.ts';

const code = (keys: string): string =>
  keys
    .split(', ')
    .map((key) => `\`${key}\``)
    .join(', ');

const lineOf = (entity: Entity): string => {
  const { type, keys } = entity;
  const index = keys.index ? `; index ${keys.index.map(code).join('; ')}` : '';
  return `- ${type}${isPersonal(entity) ? '*' : ''}: ${code(keys.pk)}; ${code(keys.sk)}${index}`;
};

export const keysTable = (): string => entities.map(lineOf).join('\n');
