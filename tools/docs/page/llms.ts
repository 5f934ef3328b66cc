/** `llms.txt`: what the reference is, and where its Markdown stands, for programs that read it. Pure. */
import type { OpenApiDocument } from '../openapi/document.ts';
import { fileOfTag } from './links.ts';
import { linkedMarkdown, markdownFile } from './markdown-links.ts';
import type { Prose } from './prose.ts';

/** A group of operations. */
interface Tag {
  readonly name: string;
  readonly description: string;
}

/**
 * The text, as https://llmstxt.org has it: a title, a summary, and lists of links to the Markdown of the pages.
 *
 * @param prose - the pages of prose, the overview first
 */
export const llmsText = ({ info }: OpenApiDocument, prose: readonly Prose[], tags: readonly Tag[]): string => {
  const title = String(info.title);
  const shown = prose.map(
    ({ file, title: name }, index) => `- [${index === 0 ? 'Overview' : name}](${markdownFile(file)})`,
  );
  const groups = tags.map(
    ({ name, description }) => `- [${name}](${markdownFile(fileOfTag(name))}): ${linkedMarkdown(description)}`,
  );
  return [
    `# ${title}`,
    `> ${String(info.summary)}. Version ${info.version}.`,
    'Each page of the reference has a twin in Markdown: its name with `.md` instead of `.html`. It has every operation with all of its parameters, fields, errors, examples and samples.',
    `## Start\n\n${shown.join('\n')}`,
    `## Operations\n\n${groups.join('\n')}`,
    '## For programs\n\n- [OpenAPI 3.1](openapi.json): the complete document\n- [OpenAPI 3.1 of the webhooks](webhooks.json): every event\n- [Postman collection](postman.json): every example, and requests that are refused',
  ]
    .join('\n\n')
    .concat('\n');
};
