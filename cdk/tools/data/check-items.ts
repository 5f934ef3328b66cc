/** Holds items to what their entities say of them. */
import type { Item } from '../../../lib/dynamodb/attributes.ts';
import type { Entity } from '../../../lib/dynamodb/entity.ts';
import { formOf, inLastForm } from '../../../lib/dynamodb/form.ts';
import { entities as all } from '../../../lib/entities.ts';
import { compile } from '../../build/validators.ts';

/** Answers with what is wrong with an item, if anything is. Compiles the entities' schemas once. */
export const itemChecker = (entities: readonly Entity[] = all): ((item: Item) => string | undefined) => {
  const checks = new Map(
    entities.map(({ type, attributes, forms = { written: 1, lifts: [] } }) => [
      type,
      { validate: compile(attributes), forms },
    ]),
  );
  return (item) => {
    const check = checks.get(String(item.type));
    if (!check) return `no entity has the type ${String(item.type)}`;
    const { validate, forms } = check;
    const last = forms.lifts.length + 1;
    const form = item.v === undefined ? 0 : formOf(item);
    if (!Number.isInteger(form) || form < 1 || form > last)
      return `v is ${String(item.v)}, and the last form is ${last}`;
    if (validate(inLastForm(item, forms))) return undefined;
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
