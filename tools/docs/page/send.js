// Requests of the forms: built from what the reader typed, sent by the browser or, to another host than the page's, by the
// server of `npm start`. Types in send.d.ts.

/** A base URL without a slash at its end; it may have a path, as that of a stage. */
export const baseOf = (text) => {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new Error('The base URL must begin with https:// or http://.');
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
};

/** Headers of one line each: `Accept: application/problem+json`. */
const headersIn = (text) =>
  text.split('\n').flatMap((line) => {
    if (line.trim() === '') return [];
    const colon = line.indexOf(':');
    if (colon < 1) throw new Error(`A header needs a name and a colon: ${line.trim()}`);
    return [[line.slice(0, colon).trim(), line.slice(colon + 1).trim()]];
  });

export const requestOf = ({ method, path, parameters }, { base, key, values, more = '', body }) => {
  const given = (place) =>
    parameters.flatMap(({ name, in: own }) => {
      const value = values[`${place}.${name}`] ?? '';
      return own === place && value !== '' ? [[name, value]] : [];
    });
  const inPath = Object.fromEntries(given('path'));
  const query = new URLSearchParams(given('query')).toString();
  const target = path.replace(/\{(\w+)\}/g, (_, name) => {
    if (inPath[name] === undefined) throw new Error(`${name} is part of the path, and has no value.`);
    return encodeURIComponent(inPath[name]);
  });
  const hasBody = body !== undefined && body.trim() !== '';
  const headers = [
    ...(key === '' ? [] : [['x-api-key', key]]),
    ...(hasBody ? [['Content-Type', 'application/json']] : []),
    ...given('header'),
    ...headersIn(more),
  ];
  return {
    method,
    url: `${baseOf(base)}${target}${query === '' ? '' : `?${query}`}`,
    headers,
    ...(hasBody && { body }),
  };
};

/** Longer than the API takes for any response. */
const PATIENCE_MILLISECONDS = 60_000;

const direct = async ({ url, method, headers, body }) => {
  const start = performance.now();
  const response = await fetch(url, {
    method,
    headers,
    body,
    credentials: 'omit',
    redirect: 'manual',
    cache: 'no-store',
    signal: AbortSignal.timeout(PATIENCE_MILLISECONDS),
  });
  const text = await response.text();
  const { status, statusText } = response;
  return { status, statusText, headers: [...response.headers], text, milliseconds: performance.now() - start };
};

const forwarded = async (request, forward) => {
  const response = await fetch(forward, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(request),
    signal: AbortSignal.timeout(PATIENCE_MILLISECONDS),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.message);
  return answer;
};

/** Where a request goes by way of: `direct`, `forwarded`, or `cors` where only the API's permission lets it through. */
export const wayOf = (url, { home, forward }) => {
  if (new URL(url).origin === home) return 'direct';
  return forward === undefined ? 'cors' : 'forwarded';
};

export const send = async (request, page) => {
  const way = wayOf(request.url, page);
  if (way === 'forwarded') return forwarded(request, page.forward);
  try {
    return await direct(request);
  } catch (error) {
    if (way !== 'cors' || error.name === 'TimeoutError') throw error;
    throw new Error(
      `The browser has no response that this page may read. Either ${new URL(request.url).origin} can't be reached, or it doesn't allow requests from ${page.home} (CORS).`,
    );
  }
};
