/** The guides for partners, each a page of the reference: a new one is its file in `docs/guides` and a row here. */
export const guides: readonly { readonly file: string; readonly source: string }[] = [
  { file: 'first-call.html', source: 'docs/guides/first-call.md' },
  { file: 'thousand-locations.html', source: 'docs/guides/thousand-locations.md' },
  { file: 'bad-review.html', source: 'docs/guides/bad-review.md' },
  { file: 'publish-a-post.html', source: 'docs/guides/publish-a-post.md' },
];
