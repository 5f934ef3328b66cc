/** Validates items against the schemas of their entities. */

import { compile } from '../../cdk/build/validators.ts';
import type { Item } from '../../lib/dynamodb/table/attributes.ts';
import type { Entity } from '../../lib/dynamodb/table/entity.ts';
import { inLatestVersion, schemaVersionOf } from '../../lib/dynamodb/table/schema-version.ts';
import { entities as all } from '../../lib/entities.ts';

/**
 * Returns a function that describes what is wrong with an item, if anything is. Compiles the entities' schemas once.
 */
export const itemChecker = (entities: readonly Entity[] = all): ((item: Item) => string | undefined) => {
  const checks = new Map(
    entities.map(({ type, attributes, schemaVersions = { written: 1, migrations: [] } }) => [
      type,
      { validate: compile(attributes), schemaVersions: schemaVersions },
    ]),
  );
  return (item) => {
    const check = checks.get(String(item.type));
    if (!check) return `no entity has the type ${String(item.type)}`;
    const { validate, schemaVersions } = check;
    const last = schemaVersions.migrations.length + 1;
    const version = item.v === undefined ? 0 : schemaVersionOf(item);
    if (!Number.isInteger(version) || version < 1 || version > last)
      return `v is ${String(item.v)}, and the last schema version is ${last}`;
    if (validate(inLatestVersion(item, schemaVersions))) return undefined;
    const [error] = validate.errors ?? [];
    const { instancePath = '', keyword = '', params = {} } = error ?? {};
    return `${instancePath || 'the item'} breaks ${keyword} ${JSON.stringify(params)}`;
  };
};

/** Passes items through, and reports those that don't match their entity's schema. */
export const checkedItems = async function* (
  items: AsyncIterable<Item>,
  onMisfit: (item: Item, problem: string) => void,
): AsyncGenerator<Item> {
  const problemOf = itemChecker();
  for await (const item of items) {
    const problem = problemOf(item);
    if (problem) onMisfit(item, problem);
    yield item;
  }
};
