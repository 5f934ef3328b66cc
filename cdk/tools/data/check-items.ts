/** Holds items to what their entities say of them. */
import type { Item } from '../../../lib/dynamodb/attributes.ts';
import { ITEM_VERSION } from '../../../lib/dynamodb/entity.ts';
import { entities } from '../../../lib/entities.ts';
import { compile } from '../../build/validators.ts';

/** Answers with what is wrong with an item, if anything is. Compiles the entities' schemas once. */
export const itemChecker = (): ((item: Item) => string | undefined) => {
  const validators = new Map(entities.map(({ type, attributes }) => [type, compile(attributes)]));
  return (item) => {
    const validate = validators.get(String(item.type));
    if (!validate) return `no entity has the type ${String(item.type)}`;
    if (item.v !== ITEM_VERSION) return `v is ${String(item.v)}, and not ${ITEM_VERSION}`;
    if (validate(item)) return undefined;
    const [error] = validate.errors ?? [];
    const { instancePath = '', keyword = '', params = {} } = error ?? {};
    return `${instancePath || 'the item'} breaks ${keyword} ${JSON.stringify(params)}`;
  };
};

/** Passes items on, and notes those that do not fit their entity's schema. */
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
