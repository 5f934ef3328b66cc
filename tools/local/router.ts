import type { Method, Resource } from './model.ts';

export type Route = { resource: Resource; method: Method; pathParameters: Record<string, string> };

/** ANY stands for these seven; HEAD is its own verb and never falls back to GET. */
const anyVerbs = new Set(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT']);

const isGreedy = ({ pathPart }: Resource) => /^\{.+\+\}$/.test(pathPart);
const isParameter = (resource: Resource) => /^\{.+\}$/.test(resource.pathPart) && !isGreedy(resource);
const parameterName = ({ pathPart }: Resource) => pathPart.replace(/^\{|\+?\}$/g, '');

/**
 * Splits what a client sent into the path that routes see. The stage is no part of it: AWS strips it, and
 * here a client may leave it out. API Gateway collapses leading slashes for the route, but not in
 * `requestContext.path`; slashes further in stay.
 */
export const readPath = (sent: string, stage: string, root: Resource): { path: string; stagePath: string } => {
  const ownsStageName = root.children.some(({ pathPart }) => pathPart === stage);
  const hasStage = !ownsStageName && (sent === `/${stage}` || sent.startsWith(`/${stage}/`));
  const rest = hasStage ? sent.slice(stage.length + 1) : sent;
  return { path: rest.replace(/^\/*/, '/'), stagePath: `/${stage}${rest}` };
};

const methodOf = (resource: Resource, verb: string): Method | undefined =>
  resource.methods.get(verb) ?? (anyVerbs.has(verb) ? resource.methods.get('ANY') : undefined);

const search = (resource: Resource, verb: string, segments: string[]): Route | undefined => {
  const [segment, ...rest] = segments;
  if (segment === undefined) {
    const method = methodOf(resource, verb);
    return method && { resource, method, pathParameters: {} };
  }
  for (const child of resource.children) {
    const found = child.pathPart === segment ? search(child, verb, rest) : undefined;
    if (found) return found;
  }
  for (const child of segment === '' ? [] : resource.children.filter(isParameter)) {
    const found = search(child, verb, rest);
    if (found) return { ...found, pathParameters: { [parameterName(child)]: segment, ...found.pathParameters } };
  }
  for (const child of resource.children.filter(isGreedy)) {
    const found = search(child, verb, []);
    if (found) return { ...found, pathParameters: { [parameterName(child)]: segments.join('/') } };
  }
  return undefined;
};

/**
 * Finds the method that serves a request as API Gateway does: static parts before `{param}` before `{proxy+}`,
 * by resource and verb together, so that a static path without the verb gives way to a greedy one that has it.
 * A trailing slash matches. Parameters stay percent-encoded as sent.
 */
export const matchRoute = (root: Resource, verb: string, path: string): Route | undefined => {
  if (!path.startsWith('/')) return undefined;
  const trimmed = path.slice(1).replace(/\/$/, '');
  return search(root, verb, trimmed === '' ? [] : trimmed.split('/'));
};
