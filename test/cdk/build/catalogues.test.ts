/** What a build says of catalogues that an operator has broken: the file, the path in it, and what is wrong there. */
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CatalogueFile, catalogueSchemas } from '../../../cdk/build/catalogue-schemas.ts';
import { CATALOGUES, checkCatalogues } from '../../../cdk/build/catalogues.ts';
import { bundleAll } from '../../../cdk/build/functions.ts';
import { operations } from '../../../lib/operations.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'catalogues-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

/** What is said of the catalogues, one of them changed; nothing where they can be used. */
const saidOf = async (file: CatalogueFile, change: (text: string) => string | undefined): Promise<string> => {
  await cp(CATALOGUES, directory, { recursive: true });
  const changed = change(await readFile(join(CATALOGUES, file), 'utf8'));
  if (changed === undefined) await rm(join(directory, file));
  else await writeFile(join(directory, file), changed);
  try {
    await checkCatalogues(directory);
    return '';
  } catch (error) {
    // Where it lies is this test's own matter.
    return (error as Error).message.replaceAll(/^ {2}\S*\//gm, '');
  }
};

/** The content with another value at a path (`[3].name`); without the field where that is undefined. */
const changedAt = (content: object, path: string, value: unknown): unknown => {
  const steps = path.split(/[.[\]]+/).filter((step) => step !== '');
  const last = steps.pop();
  if (last === undefined) return value;
  const owner = steps.reduce((each, step) => (each as Record<string, object>)[step]!, content) as Record<
    string,
    unknown
  >;
  if (value === undefined) delete owner[last];
  else owner[last] = value;
  return content;
};

/** What is said of a file with another value at a path. */
const broken = (file: CatalogueFile, path: string, value: unknown): Promise<string> =>
  saidOf(file, (text) => JSON.stringify(changedAt(JSON.parse(text), path, value)));

const only = (line: string) => `Catalogues that can’t be used:\n${line}`;

describe('Catalogues', () => {
  it('of the repository can be used, all of them', async () => {
    await expect(checkCatalogues()).resolves.toBeUndefined();
    expect(await saidOf('business-categories.json', (text) => text)).toBe('');
  });

  it('may be replaced by smaller ones that agree', async () => {
    const maps = [{ id: 'bar', name: 'Bar', actionLinks: [{ id: 'quicklinks.bar', name: 'Menu' }] }];
    await cp(CATALOGUES, directory, { recursive: true });
    const write = (file: CatalogueFile, content: unknown) => writeFile(join(directory, file), JSON.stringify(content));
    await write('maps-categories.json', maps);
    await write('business-categories.json', [{ id: 'pub', name: 'Pub', mapsCategoryId: 'bar' }]);
    await write('alpha-attributes.json', [
      {
        group: 'a',
        displayName: 'A',
        attributes: [{ attributeId: 'b', displayName: 'B', valueType: 'BOOL', categories: ['pub'] }],
      },
    ]);
    await write('maps-attributes.json', [{ group: 'a.b', attributes: [{ attributeId: 'a.b.c', description: 'C' }] }]);
    await write('more-hours-types.json', { alpha: [{ type: 'A' }], maps: [{ type: 'B', categories: ['bar'] }] });
    await expect(checkCatalogues(directory)).resolves.toBeUndefined();
  });

  const LISTS = ['business', 'maps', 'beta', 'gamma', 'healthcare'] as const;
  const row = { id: 'one_more', name: 'One more' };
  const inLists: readonly (readonly [object, string])[] = [
    [{ id: 'ONE' }, 'id is "ONE", which [0].id is already'],
    [{ name: ' Number ONE' }, 'name is not fit for this place: " Number ONE"'],
    [{ name: 'Number ONE' }, 'name is "Number ONE", which [0].name is already'],
    [{ name: 'Bed, breakfast' }, 'name is not fit for this place: "Bed, breakfast"'],
    [{ name: undefined }, ' has no name'],
    [{ colour: 'blue' }, ' has a field that is not known: colour'],
    [{ onlyIn: ['US', 'DE'] }, 'onlyIn[1] must be one of US, CA, AU, PR, NZ, MX, IN, UK, FR, IT, not "DE"'],
    [{ onlyIn: [] }, 'onlyIn must NOT have fewer than 1 items, not []'],
    [{ onlyIn: ['US'], notIn: ['IT'] }, ' has both onlyIn and notIn: one of them says it'],
  ];
  const ofLists = LISTS.flatMap((name) => inLists.map(([fields, said]) => [name, fields, said] as const));
  it.each(ofLists)('%s-categories.json is refused with %j', async (name, fields, said) => {
    const file: CatalogueFile = `${name}-categories.json`;
    const answer = await saidOf(file, (text) => {
      const rows = JSON.parse(text);
      // Others name some of its categories: they stay.
      const more = { ...row, ...(name === 'maps' && { parent: 'store' }), ...fields };
      return JSON.stringify([{ ...rows[0], id: 'one', name: 'Number one' }, ...rows, more]);
    });
    const { length } = JSON.parse(await readFile(join(CATALOGUES, file), 'utf8'));
    const at = `[${length + 1}]`;
    expect(answer).toBe(only(`${file}: ${said.startsWith(' ') ? at : `${at}.`}${said}`));
  });

  const [ALPHA, HOTEL, MAPS] = ['alpha-attributes.json', 'hotel-attributes.json', 'maps-categories.json'] as const;
  const LINK = 'quicklinks.restaurant_order_food';
  const refused: readonly (readonly [file: CatalogueFile, path: string, value: unknown, said: string])[] = [
    ['business-categories.json', '[0].mapsCategoryId', 'diner_', 'is "diner_", which no maps category has as its id'],
    ['business-categories.json', '[0].servesFood', 'yes', 'must be boolean, not "yes"'],
    ['business-categories.json', '[0].id', 'a b', 'is not fit for this place: "a b"'],
    [MAPS, '[0].name', 'Pet_Store', 'is "Pet_Store", the id of another'],
    [MAPS, '[598].parent', 'nothing', 'is "nothing", which no maps category has as its id'],
    [MAPS, '[598].parent', 'steak_house', 'is "steak_house", which has a parent itself'],
    [MAPS, '[0].actionLinks[1].id', LINK, `is "${LINK}", which [0].actionLinks[0].id is already`],
    [
      ALPHA,
      '[0].attributes[0].categories',
      ['cafe', 'caffe'],
      '[1] is "caffe", which no business category has as its id',
    ],
    [ALPHA, '[0].attributes[0].mapsCategories', ['caffe'], '[0] is "caffe", which no maps category has as its id'],
    [
      ALPHA,
      '[1].attributes[1].attributeId',
      'restroom',
      'is "restroom", which [1].attributes[0].attributeId is already',
    ],
    [ALPHA, '[1].group', 'accessibility', 'is "accessibility", which [0].group is already'],
    [ALPHA, '[0].attributes[0].valueType', 'NUMBER', 'must be one of BOOL, URL, ENUM, REPEATED_ENUM, not "NUMBER"'],
    [
      'maps-attributes.json',
      '[0].attributes[0].categories',
      ['bar', 'pubb'],
      '[1] is "pubb", which no maps category has as its id',
    ],
    [HOTEL, 'pools.pool[1].columnId', 55, 'is 55, which pools.pool[0].columnId is already'],
    [HOTEL, 'pools.pool[1].columnId', 0, 'must be >= 1, not 0'],
    [HOTEL, 'pools.pool[1].attributeId', 'POOL', 'is "POOL", which pools.pool[0].attributeId is already'],
    [
      'more-hours-types.json',
      'alpha[1].mapsCategories',
      ['bar', 'barr'],
      '[1] is "barr", which no maps category has as its id',
    ],
    ['more-hours-types.json', 'maps[1].type', 'ACCESS', 'is "ACCESS", which maps[0].type is already'],
    ['review-sources.json', '[1].alias', ' ALPHA ', 'is " ALPHA ", which [0].alias is already'],
    ['review-sources.json', '[1].backGroundColor', 'blue', 'is not fit for this place: "blue"'],
    ['review-sources.json', '[1].thumbnailUrl', 'http://a.example', 'is not fit for this place: "http://a.example"'],
  ];
  it.each(refused)('%s is refused with another %s: %j', async (file, path, value, said) => {
    expect(await broken(file, path, value)).toBe(only(`${file}: ${path}${said.startsWith('[') ? '' : ' '}${said}`));
  });

  const shapes: readonly (readonly [file: CatalogueFile, path: string, value: unknown, said: string])[] = [
    [MAPS, '', [], 'it must NOT have fewer than 1 items, not []'],
    [MAPS, '', {}, 'it must be array, not {}'],
    [MAPS, '[0].actionLinks', undefined, '[0] has neither actionLinks nor a parent that has some'],
    [ALPHA, '[0].attributes[0].valueType', 'ENUM', '[0].attributes[0] has no values'],
    [ALPHA, '[0].attributes[0].values', [], '[0].attributes[0] has a field that is not known: values'],
    [HOTEL, 'spa', {}, 'it has a field that is not known: spa'],
    [HOTEL, 'pools', undefined, 'it has no pools'],
    [HOTEL, 'pools.pool[0].valueType', 'SINGLE_SELECT', 'pools.pool[0] has no possibleValues'],
  ];
  it.each(shapes)('%s is refused with %s as %j', async (file, path, value, said) => {
    expect(await broken(file, path, value)).toBe(only(`${file}: ${said}`));
  });

  it('name every problem, up to twenty', async () => {
    const nameless = Array.from({ length: 27 }, (_, index) => ({ id: `c${index}` }));
    const said = (await broken('beta-categories.json', '', nameless)).split('\n');
    expect(said.slice(1, 21)).toEqual(
      nameless.slice(0, 20).map((_, index) => `beta-categories.json: [${index}] has no name`),
    );
    expect(said.slice(21)).toEqual(['  and 7 more']);
  });

  it('that are not there, or no JSON, are named', async () => {
    expect(await saidOf('beta-categories.json', () => undefined)).toMatch(
      /^beta-categories\.json: it can’t be read: ENOENT/m,
    );
    expect(await saidOf('beta-categories.json', (text) => text.replace('"name"', 'name'))).toBe(
      only('beta-categories.json: it is no JSON, from line 2, column 25'),
    );
  });

  it('are checked before anything is bundled', async () => {
    expect(await broken('maps-categories.json', '', [])).not.toBe('');
    const built = bundleAll(join(directory, 'bundles'), operations, directory);
    await expect(built).rejects.toThrow('maps-categories.json: it must NOT have fewer than 1 items');
    expect(await readdir(directory)).not.toContain('bundles');
  });

  it('have a schema each', async () => {
    const inFolder = (await readdir(CATALOGUES)).filter((file) => file.endsWith('.json'));
    // Names of countries are no catalogue: they are those of a standard.
    expect(inFolder.filter((file) => file !== 'country-names.json').sort()).toEqual(
      Object.keys(catalogueSchemas).sort(),
    );
  });

  it.each([
    ['[0].sms', 'Hi {{name}}: {{url}}', '[0].sms names {{name}}; known are {{firstName}}, {{businessName}}, {{url}}'],
    ['[0].sms', 'Hi {{ url }}', '[0].sms names {{ url }}'],
    ['[0].sms', 'Hi {{url}} }}', '[0].sms has two braces that are no placeholder'],
    ['[1].sms', 'Come again', '[1].sms has no {{url}}'],
    ['[1].email.text', 'Come again', '[1].email.text has no {{url}}'],
    ['[1].email.subject', '{{link}}', '[1].email.subject names {{link}}'],
    ['[0].sms', `{{url}}${'x'.repeat(294)}`, '[0].sms must NOT have more than 300 characters'],
    ['[0].sms', '{{url}}{{businessName}}'.repeat(4), '[0].sms can become 2000 characters long, over the 1600'],
    ['[0].email.subject', 'x'.repeat(101), '[0].email.subject must NOT have more than 100 characters'],
    ['[0].email.text', `{{url}}${'x'.repeat(4994)}`, '[0].email.text must NOT have more than 5000 characters'],
    ['[0].kind', 'ticket', '[0].kind must be one of review, survey'],
    ['[0].kind', 'survey', 'it has no template 1 of kind review'],
    ['[1].templateId', 1, '[1].templateId is 1, which [0].templateId is already'],
    ['[0].email.html', '', '[0].email has a field that is not known: html'],
  ])('of templates are refused with %s %j', async (path, value, said) => {
    expect(await broken('request-templates.json', path, value)).toContain(said);
  });
});
