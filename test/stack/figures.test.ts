/** The pages of this repository say of the code and the stack what is so: `npm run figures` writes it (docs/engineers.md). */
import { beforeAll, expect, it } from 'vitest';
import { CANARY_FIGURES, figuresOf, pagesWithPlaces } from '../../tools/docs/figures/figures.ts';
import { type Figures, filled, placesOf, tableOf } from '../../tools/docs/figures/places.ts';
import { defaultStage } from './synthesized.ts';

const pages = await pagesWithPlaces();
let figures: Figures;

beforeAll(async () => {
  const { directory } = await defaultStage();
  figures = await figuresOf({ plain: directory });
});

it.each([...pages.keys()])('%s has the figures of now', (page) => {
  const text = pages.get(page)!;
  expect(text, 'run `npm run figures`').toBe(filled(text, figures));
});

it('each place has a figure', () => {
  const known = new Set<string>([...figures.keys(), ...CANARY_FIGURES]);
  expect([...pages.values()].flatMap(placesOf).filter((name) => !known.has(name))).toEqual([]);
});

it('the operator’s page counts each type of resource that is made', () => {
  expect(placesOf(pages.get('docs/operators.md')!)).toContain('resources');
  const types = [...figures.keys()].filter((name) => name.startsWith('AWS::'));
  expect(types.length).toBeGreaterThan(20);
  expect(types.filter((type) => !figures.get('resources')!.includes(`${type.slice('AWS::'.length)} `))).toEqual([]);
});

it('a place is filled by its name, and all else stays', () => {
  const page =
    'a <!-- figure: x -->1<!-- end --> b <!-- figure: y -->2<!-- end -->\n<!-- table: t -->\nold\n<!-- end -->\n';
  const text = tableOf(['k'], [['a|b']]);
  const now = filled(
    page,
    new Map([
      ['x', '3'],
      ['t', text],
    ]),
  );
  expect(now).toBe(
    'a <!-- figure: x -->3<!-- end --> b <!-- figure: y -->2<!-- end -->\n<!-- table: t -->\n| k |\n|---|\n| a\\|b |\n<!-- end -->\n',
  );
  expect(placesOf(now)).toEqual(['x', 'y', 't']);
});
