/** The files of the reference page: whole without a script, each link leads somewhere, each field and code has its anchor. */
import { beforeAll, describe, expect, it } from 'vitest';
import { freshDocument } from '../../../../../cdk/tools/docs/document.ts';
import type { Node } from '../../../../../cdk/tools/docs/openapi/flatten.ts';
import { type PageFile, pageFiles } from '../../../../../cdk/tools/docs/page.ts';
import { drawPicture, keptPicture, pictureNames } from '../../../../../cdk/tools/docs/pictures.ts';
import { languages } from '../../../../../cdk/tools/docs/samples/languages.ts';
import catalogue from '../../../../../lib/contract/errors.json' with { type: 'json' };
import { allOperations } from '../../../../../lib/operations.ts';

let files: ReadonlyMap<string, PageFile>;
let pages: readonly (readonly [file: string, html: string, ids: ReadonlySet<string>])[];

const idsIn = (html: string): string[] => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!);

beforeAll(async () => {
  files = await pageFiles();
  pages = [...files]
    .filter(([name]) => name.endsWith('.html'))
    .map(([name, { body }]) => [name, body, new Set(idsIn(body))] as const);
});

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

  it('send no requests, unless they are served with a key', async () => {
    expect(sectionOf('getBusiness')).not.toContain('<form');
    const served = await pageFiles({ tryWithKey: 'a key' });
    expect(served.get('businesses.html')?.body).toContain('<form data-method="GET"');
  });
});

describe('the pictures', () => {
  it.each(pictureNames)('show %s as its source has it now (npm run docs)', async (name) => {
    expect(await keptPicture(name)).toBe(await drawPicture(name));
  });
});
