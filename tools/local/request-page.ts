/**
 * The page that links of requests lead to under `npm start`, at `/r/`: as a partner's would, its backend asks the API what to
 * show. It lists the sources where a review can be written, or shows the survey and submits it.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Aside } from './docs.ts';
import { errorPage, reviewPage, type Survey, surveyPage, textPage } from './request-page-html.ts';
import { bodyOf } from './small-body.ts';

/** Where it is served, below the address of the service. */
export const REQUEST_PAGE_PATH = '/r';

const MOST_BYTES = 200_000;

interface Shown {
  readonly kind: 'review' | 'survey';
  readonly businessId: number;
  readonly businessName: string;
  readonly customerId: number;
  readonly firstName: string;
  readonly surveyId: number | null;
  readonly sources: readonly { readonly sourceName: string; readonly reviewUrl: string }[];
}

/** Asks the API of the same server. */
type Ask = (
  path: string,
  body?: object,
) => Promise<{ readonly status: number; readonly body: Readonly<Record<string, unknown>> }>;

const askAt =
  (port: number | undefined, key: string): Ask =>
  async (path, body) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Readonly<Record<string, unknown>> };
  };

/** The request of a link, and who may ask about it: the partner whose it is. */
const findRequest = async (asks: readonly Ask[], link: string) => {
  for (const ask of asks) {
    const { status, body } = await ask(`/v1/campaign/request/${encodeURIComponent(link)}`);
    if (status === 200) return { ask, request: body as unknown as Shown };
  }
  return undefined;
};

/** The answers of a form: `q<question>`, and `q<question>.<part>` for those of several parts. */
const answersIn = (form: URLSearchParams, survey: Survey): readonly object[] =>
  survey.pages
    .flatMap(({ questions }) => questions)
    .flatMap(({ id, type }): object[] => {
      const name = `q${id}`;
      const given = form.getAll(name).filter((each) => each.trim() !== '');
      if (type === 'checkbox') return given.length > 0 ? [{ questionId: id, value: given }] : [];
      if (type !== 'contact') return given[0] === undefined ? [] : [{ questionId: id, value: given[0] }];
      const parts = ['name', 'email', 'phone'].flatMap((part) => {
        const value = form.get(`${name}.${part}`)?.trim();
        return value ? [[part, value] as const] : [];
      });
      return parts.length > 0 ? [{ questionId: id, value: Object.fromEntries(parts) }] : [];
    });

const surveyOf = async (ask: Ask, { surveyId, businessId }: Shown): Promise<Survey> => {
  const { status, body } = await ask(`/v1/survey/${surveyId}?businessId=${businessId}`);
  if (status !== 200) throw new Error(`The survey is answered ${status}`);
  return body as unknown as Survey;
};

const submit = async (ask: Ask, { surveyId, businessId, customerId }: Shown, answers: readonly object[]) =>
  ask(`/v1/survey/${surveyId}/submit?businessId=${businessId}`, { customerId, source: 'request', answers });

/** The page has no script, and its form goes to itself. */
const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
};

/** A page of another site must not submit anything from here, nor one whose name leads here (DNS rebinding). */
const isOwn = ({ headers, method }: IncomingMessage): boolean => {
  const { host = '', origin } = headers;
  const isLocal = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(host);
  return isLocal && (method === 'GET' || origin === undefined || origin === `http://${host}`);
};

const pageFor = async (request: IncomingMessage, link: string, keys: readonly string[]) => {
  const found = await findRequest(
    keys.map((key) => askAt(request.socket.localPort, key)),
    link,
  );
  if (!found) return { status: 404, html: errorPage('This link is not valid, or no longer.') };
  const { ask, request: shown } = found;
  if (shown.kind === 'review') return { status: 200, html: reviewPage(shown) };
  const survey = await surveyOf(ask, shown);
  if (request.method === 'GET') return { status: 200, html: surveyPage(shown, survey) };
  const form = new URLSearchParams(await bodyOf(request, MOST_BYTES));
  const { status, body } = await submit(ask, shown, answersIn(form, survey));
  if (status === 200) return { status: 200, html: textPage(survey.thankYouMessage || 'Thank you.') };
  return { status: 400, html: surveyPage(shown, survey, String(body.message)) };
};

/**
 * Serves the page.
 *
 * @param keys - an API key of each partner whose requests it shows
 */
export const serveRequests = (keys: readonly string[]): Aside => {
  const answer = async (request: IncomingMessage, response: ServerResponse, link: string): Promise<void> => {
    const { status, html } = isOwn(request)
      ? await pageFor(request, link, keys)
      : { status: 403, html: errorPage('Only this machine shows this page.') };
    response.writeHead(status, HEADERS).end(html);
  };
  return (request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
    if (!path.startsWith(`${REQUEST_PAGE_PATH}/`) || (request.method !== 'GET' && request.method !== 'POST'))
      return false;
    const link = path.slice(REQUEST_PAGE_PATH.length + 1);
    answer(request, response, link).catch((error: Error) => response.destroy(error));
    return true;
  };
};
