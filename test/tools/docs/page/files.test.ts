/** The files of the reference page: whole without a script, each link leads somewhere, each field and code has its anchor. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../../../../cdk/build/bundle.ts';
import { parametersOf } from '../../../../lib/contract/derived.ts';
import catalogue from '../../../../lib/contract/errors.json' with { type: 'json' };
import { allOperations } from '../../../../lib/operations.ts';
import { charts } from '../../../../tools/docs/charts/charts.ts';
import replies from '../../../../tools/docs/charts/replies.json' with { type: 'json' };
import { type ChartedId, chartRequests } from '../../../../tools/docs/charts/requests.ts';
import { freshDocument } from '../../../../tools/docs/document.ts';
import { guides } from '../../../../tools/docs/guides.ts';
import type { Node } from '../../../../tools/docs/openapi/flatten.ts';
import { errorsOfOperation } from '../../../../tools/docs/page/error-rows.ts';
import { type PageFile, pageFiles } from '../../../../tools/docs/page.ts';
import { drawPicture, keptPicture, pictureNames } from '../../../../tools/docs/pictures.ts';
import { languages } from '../../../../tools/docs/samples/languages.ts';

let files: ReadonlyMap<string, PageFile>;
let pages: readonly (readonly [file: string, html: string, ids: ReadonlySet<string>])[];

const idsIn = (html: string): string[] => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!);

beforeAll(async () => {
  files = await pageFiles();
  pages = [...files]
    .filter(([name]) => name.endsWith('.html'))
    .map(([name, { body }]) => [name, body, new Set(idsIn(body))] as const);
});

/** The files of this ending, with what is in them. */
const named = (ending: string) =>
  [...files].flatMap(([name, { body }]) => (name.endsWith(ending) ? [[name, body] as const] : []));

const holds = (anchor: string): boolean => pages.some(([, , ids]) => ids.has(anchor));

/** The section of an operation, up to the next one. */
const sectionOf = (id: string): string => {
  const start = `<section class="operation" id="${id}"`;
  const [, html = ''] = pages.find((page) => page[1].includes(start)) ?? [];
  return html.slice(html.indexOf(start)).split('</section>')[0]!;
};

describe('the files of the page', () => {
  it('name no anchor twice', () => {
    for (const [file, html, ids] of pages) expect(idsIn(html).length, file).toBe(ids.size);
  });

  it('link to files and anchors that are there, and to no script or style of another host', () => {
    const lost = pages.flatMap(([file, html, ids]) =>
      [...html.matchAll(/ (?:src|href)="([^"]+)"/g)].flatMap(([, target = '']) => {
        if (/^data:/.test(target)) return [];
        if (/^https:/.test(target)) return html.includes(`<a href="${target}"`) ? [] : [`${file}: ${target}`];
        const [name = '', anchor] = target.split('#');
        const there = name === '' ? ids : pages.find(([each]) => each === name)?.[2];
        const isThere = name === '' || files.has(name);
        return isThere && (anchor === undefined || there?.has(anchor)) ? [] : [`${file}: ${target}`];
      }),
    );
    expect(lost).toEqual([]);
  });

  it.each(allOperations)('show $id with a sample in each language', ({ id, summary, path }) => {
    const section = sectionOf(id).replaceAll('<wbr>', '');
    expect(section).toContain(summary.replaceAll('&', '&amp;'));
    expect(section).toContain(`<code>${path}</code>`);
    for (const language of languages) expect(section).toContain(`data-sample="${language.id}"`);
  });

  it('say that a response is an empty object exactly where it is one', () => {
    for (const { id, cases } of allOperations) {
      const isEmpty = /An empty object: <code>\{\}<\/code>/.test(sectionOf(id));
      expect(isEmpty, id).toBe(JSON.stringify(cases.examples[0].reply) === '{}');
    }
    expect(sectionOf('changePermission')).toContain('A boolean. Whether any of them is a contact.');
  });

  it('have an anchor for each field of a response that is a map', () => {
    for (const [id, name] of [
      ['alphaAttributes', 'attributeId'],
      ['mapsAttributes', 'attributeId'],
      ['getServiceMapping', 'serviceId'],
    ]) {
      expect(holds(`${id}:reply.*.${name}`), id).toBe(true);
    }
  });

  it('have an anchor for each error code, with its message', () => {
    const [, html = ''] = pages.find(([file]) => file === 'errors.html') ?? [];
    for (const [code, { message }] of Object.entries(catalogue)) {
      const section = html.slice(html.indexOf(`id="error-${code}"`)).split('</section>')[0];
      expect(section, code).toContain(
        message.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
      );
    }
  });

  it('have an anchor for each parameter, and for each field of a request and of those below it', async () => {
    const { paths, components } = await freshDocument();
    const lost: string[] = [];
    const look = (prefix: string, node: Node): void => {
      for (const each of [node, ...((node.anyOf as Node[] | undefined) ?? [])]) {
        if (each.$ref) look(prefix, components.schemas![String(each.$ref).split('/').at(-1)!]!);
        if (each.items) look(prefix, each.items as Node);
        for (const [name, field] of Object.entries((each.properties as Record<string, Node> | undefined) ?? {})) {
          if (!holds(`${prefix}.${name}`)) lost.push(`${prefix}.${name}`);
          look(`${prefix}.${name}`, field);
        }
      }
    };
    for (const node of Object.values(paths).flatMap((each) => Object.values(each))) {
      const { operationId, parameters = [], requestBody } = node;
      for (const { name, in: place } of parameters as { name: string; in: string }[]) {
        if (!holds(`${operationId}.${name}`) && !holds(`${operationId}:${place}.${name}`)) lost.push(name);
      }
      const { content } = (requestBody ?? {}) as { content?: Record<string, { schema: Node }> };
      if (content) look(String(operationId), content['application/json']!.schema);
    }
    expect(lost).toEqual([]);
    expect(holds('updateBusiness.hoursOfOperations.workingHours.startHour')).toBe(true);
    expect(holds('updateBusiness.noSuchField')).toBe(false);
  });

  it('say nothing of what the service is made of', () => {
    const inside = /\b(?:DynamoDB|Lambda|CloudFormation|AWS|gsi\d|pk|bucket|partition)\b/;
    const found = pages.flatMap(([file, html]) => {
      const [word] = inside.exec(html.replace(/<[^>]*>/g, ' ')) ?? [];
      return word === undefined ? [] : [`${file}: ${word}`];
    });
    expect(found).toEqual([]);
  });

  it('have a form for each operation, with a field for each parameter and a body where one is taken', () => {
    const facts = Object.assign({}, ...named('.try.json').map(([, body]) => JSON.parse(body)));
    expect(Object.keys(facts).sort()).toEqual(allOperations.map(({ id }) => id).sort());
    for (const operation of allOperations) {
      const { id, tag, method, path, request } = operation;
      expect(facts[id]).toMatchObject({ method, path });
      const names = facts[id].parameters.map((each: { name: string; in: string }) => `${each.in} ${each.name}`);
      expect(names, id).toEqual(parametersOf(operation).map((each) => `${each.in} ${each.name}`));
      expect('body' in facts[id], id).toBe(request !== undefined);
      const file = /data-facts="([^"]+)"/.exec(sectionOf(id))?.[1];
      expect(JSON.parse(files.get(file!)!.body)[id], `${id} of ${tag}`).toEqual(facts[id]);
    }
  });

  it('hold a key where they are served with one alone', async () => {
    const [, html = ''] = pages.find(([file]) => file === 'businesses.html')!;
    expect(html).not.toContain('data-key');
    expect(html).not.toContain('data-forward');
    const served = await pageFiles({ tryWithKey: 'a key' });
    expect(served.get('businesses.html')?.body).toContain('<body data-key="a key" data-forward="forward">');
  });

  it('show an example of each error of an operation, as the service answers it', () => {
    for (const operation of allOperations) {
      const { own } = errorsOfOperation(operation);
      const items = sectionOf(operation.id).split('<li><details><summary><span class="status">').slice(1);
      expect(
        items.map((item) => Number(/<code>(\d+)<\/code>/.exec(item)?.[1])),
        operation.id,
      ).toEqual(own.map(({ code }) => code));
      for (const { code, message, response } of own) expect(JSON.parse(response)).toEqual({ code, message });
    }
    const short = sectionOf('updateBusiness').split('<code>1047</code>')[1]!.split('</details>')[0]!;
    expect(short).toContain('PUT /v1/business/700101');
    expect(short).toContain('&quot;name&quot;: &quot;CK&quot;');
  });

  it('have each guide of the repository', () => {
    const sources = globSync('docs/guides/*.md', { cwd: projectRoot });
    expect(guides.map(({ source }) => source).sort()).toEqual(sources.sort());
    const partners = readFileSync(join(projectRoot, 'docs/partners.md'), 'utf8');
    for (const { file, source } of guides) {
      expect(pages.map(([name]) => name)).toContain(file);
      expect(partners).toContain(`(${source.replace('docs/', '')})`);
    }
  });

  it('begin with the parts of a page that has many', () => {
    const [, guide = ''] = pages.find(([file]) => file === 'thousand-locations.html')!;
    const [contents = ''] = /<nav class="contents"[\s\S]*?<\/nav>/.exec(guide) ?? [];
    const linked = [...contents.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(linked).toEqual([...guide.matchAll(/<h2 id="([^"]+)"/g)].map(([, id]) => id));
    expect(linked.length).toBeGreaterThan(4);
    const [, small = ''] = pages.find(([file]) => file === 'usage.html')!;
    expect(small).not.toContain('class="contents"');
  });

  it('show the head of an operation, then its samples, then the rest of it', () => {
    for (const { id } of allOperations) {
      const section = sectionOf(id);
      const places = [
        'class="route"',
        'class="languages"',
        'data-sample="typescript"',
        'class="try"',
        `id="${id}:errors"`,
      ];
      const found = places.map((each) => section.indexOf(each));
      expect(found, id).toEqual(found.toSorted((a, b) => a - b));
      expect(found[0], id).toBeGreaterThan(0);
      // What stands before the samples is a paragraph, so that a phone shows a sample with the head.
      expect(section.slice(0, found[1]).match(/<(?:p|ul|ol|table)[ >]/g)!.length, id).toBeLessThanOrEqual(3);
    }
  });
});

describe('the pictures', () => {
  it.each(pictureNames)('show %s as its source has it now (npm run docs)', async (name) => {
    expect(await keptPicture(name)).toBe(await drawPicture(name));
  });
});

/** The numbers in a reply, as text; those within words too. */
const numbersIn = (words: string): string[] => words.match(/-?\d+(?:\.\d+)?/g) ?? [];

describe('the charts of the reports', () => {
  const ids = Object.keys(chartRequests) as ChartedId[];
  const figureOf = (id: string): string => /<figure class="chart">[\s\S]*?<\/figure>/.exec(sectionOf(id))?.[0] ?? '';

  it('are there for each report, and for no other operation', () => {
    const reports = allOperations.filter(({ tag }) => tag === 'Reports').map(({ id }) => id);
    expect(reports.length).toBe(8);
    expect(ids.toSorted()).toEqual(reports.toSorted());
    for (const { id } of allOperations) expect(figureOf(id) !== '', id).toBe(reports.includes(id));
  });

  // That the replies are those of the demo data: test/contract/examples.test.ts.
  it.each(ids)('of %s has the figures of its answer, in bars as long as they are, and in words', (id) => {
    const figure = figureOf(id);
    const { kind, rows, series } = charts[id](replies[id]);
    const known = new Set(numbersIn(JSON.stringify(replies[id])));
    expect(rows.flatMap(({ note }) => numbersIn(note)).filter((number) => !known.has(number))).toEqual([]);
    const [, words = ''] = /role="img" aria-label="([^"]+)"/.exec(figure) ?? [];
    for (const { label, values, note } of rows) {
      if (note !== '') expect(figure).toContain(`>${note}</text>`);
      expect(figure).toContain(`>${label}</text>`);
      for (const [part, value] of values.entries()) expect(words).toContain(`${value} ${series[part]!.name}`);
    }
    const long = kind === 'bars' ? /<rect [^>]*? width="([\d.]+)"/g : /<rect [^>]*? height="([\d.]+)"/g;
    const drawn = [...figure.matchAll(long)].map(([, length]) => Number(length));
    const values = rows.flatMap((row) => row.values).filter((value) => value > 0);
    const most = Math.max(...values);
    expect(drawn.length).toBe(values.length);
    for (const [index, value] of values.entries())
      expect(drawn[index]! / Math.max(...drawn), `${id} ${index}`).toBeCloseTo(value / most, 2);
  });

  it('say of a month what was answered', () => {
    expect(figureOf('npsOverTime')).toContain('Oct: 10 promoters, 3 passives, 0 detractors (76.9)');
    expect(figureOf('reviewCategories')).toContain(
      'Food, Ember and Oak Group: 7 positive, 1 neutral, 1 negative (9, A)',
    );
  });
});
