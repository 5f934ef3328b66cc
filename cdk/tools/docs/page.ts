/** The reference page: RapiDoc over the OpenAPI document, with the pictures of the model. It asks no other host. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { freshDocument } from './document.ts';
import { keptPicture, pictureNames, pictures } from './pictures.ts';

export interface PageFile {
  readonly type: string;
  readonly body: string | Buffer;
}

export interface PageOptions {
  /** The page can send requests to the host that serves it: a key to begin with. Without it, it sends none. */
  readonly tryWithKey?: string;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const figures = pictureNames
  .map(
    (name) => `      <figure id="picture-${name}">
        <div><img src="${name}.svg" alt="${escaped(pictures[name])}"></div>
        <figcaption>${escaped(pictures[name])}</figcaption>
      </figure>`,
  )
  .join('\n');

/** Requests are for servers, never for browsers: only the page of a local run sends any. */
const tryAttributes = ({ tryWithKey }: PageOptions): string =>
  tryWithKey === undefined
    ? 'allow-try="false" allow-authentication="false" allow-server-selection="false"'
    : `allow-try="true" allow-server-selection="false" data-key="${escaped(tryWithKey)}"`;

const html = (title: string, options: PageOptions): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escaped(title)}</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="page.css">
    <script type="module" src="rapidoc-min.js"></script>
  </head>
  <body>
    <rapi-doc
      spec-url="openapi.json"
      render-style="read"
      theme="light"
      load-fonts="false"
      regular-font="system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif"
      mono-font="ui-monospace, 'SF Mono', Menlo, Consolas, monospace"
      primary-color="#2f5fb3"
      nav-bg-color="#f4f6fb"
      nav-text-color="#33415c"
      nav-hover-bg-color="#e4eaf6"
      nav-accent-color="#2f5fb3"
      nav-item-spacing="relaxed"
      show-header="false"
      show-method-in-nav-bar="as-colored-text"
      info-description-headings-in-navbar="true"
      allow-spec-url-load="false"
      allow-spec-file-load="false"
      allow-spec-file-download="false"
      schema-style="table"
      schema-description-expanded="true"
      default-schema-tab="example"
      response-area-height="480px"
      ${tryAttributes(options)}
    >
      <p slot="overview">This page as a file for your tools: <a href="openapi.json">openapi.json</a> (OpenAPI 3.1)</p>
      <section slot="operations-top">
        <h1>How it works</h1>
${figures}
      </section>
    </rapi-doc>
${options.tryWithKey === undefined ? '' : '    <script src="here.js"></script>\n'}  </body>
</html>
`;

const css = `html, body { margin: 0; height: 100%; }
rapi-doc { width: 100%; }
section { padding: 0 80px; font: 16px/1.5 system-ui, sans-serif; color: #333; }
section h1 { font-size: 28px; font-weight: 500; margin: 48px 0 0; }
[slot="overview"] { font: 14px/1.5 system-ui, sans-serif; color: #333; }
a { color: #2f5fb3; }
figure { margin: 20px 0; }
figure div { overflow-x: auto; background: #fff; border: 1px solid #dbe2ef; border-radius: 8px; padding: 12px; }
figure img { display: block; max-width: 100%; min-width: 640px; height: auto; margin: 0 auto; }
figcaption { margin-top: 8px; font-size: 14px; color: #5a6b8c; }
@media (max-width: 1024px) {
  section { padding: 0 24px; }
}
@media (max-width: 768px) {
  section { padding: 0; }
  rapi-doc::part(wrap-request-btn) { flex-wrap: wrap; gap: 8px; }
  rapi-doc::part(section-main-content) { padding: 0 14px; box-sizing: border-box; }
  rapi-doc::part(section-overview), rapi-doc::part(section-auth), rapi-doc::part(section-tag) { padding: 0; }
  rapi-doc::part(section-operation) { padding: 0 0 24px; }
}
`;

/** Lets the page of a local run send its requests to the host that served it, whatever the document says. */
const here = `const page = document.querySelector('rapi-doc');
page.addEventListener('before-render', () => {
  page.setAttribute('server-url', location.origin);
  page.setAttribute('default-api-server', location.origin);
}, { once: true });
page.addEventListener('spec-loaded', () => {
  if (page.dataset.key) page.setApiKey('apiKey', page.dataset.key);
}, { once: true });
`;

const rapidoc = createRequire(import.meta.url).resolve('rapidoc/dist/rapidoc-min.js');

/** The files of the page by name; `index.html` is the page itself. */
export const pageFiles = async (options: PageOptions = {}): Promise<ReadonlyMap<string, PageFile>> => {
  const document = await freshDocument();
  const shown = await Promise.all(
    pictureNames.map(
      async (name): Promise<[string, PageFile]> => [
        `${name}.svg`,
        { type: 'image/svg+xml', body: await keptPicture(name) },
      ],
    ),
  );
  return new Map<string, PageFile>([
    ['index.html', { type: 'text/html; charset=utf-8', body: html(String(document.info.title), options) }],
    ['page.css', { type: 'text/css; charset=utf-8', body: css }],
    ['openapi.json', { type: 'application/json', body: JSON.stringify(document, null, 2) }],
    ['rapidoc-min.js', { type: 'text/javascript; charset=utf-8', body: await readFile(rapidoc) }],
    ...(options.tryWithKey === undefined
      ? []
      : [['here.js', { type: 'text/javascript; charset=utf-8', body: here }] as const]),
    ...shown,
  ]);
};
