/** What a file is, by its first bytes and by nothing that its server says of it. Pure. */

export const FORMATS = ['JPG', 'PNG', 'MP4', 'MOV'] as const;
export type Format = (typeof FORMATS)[number];

/** So many bytes say what a file is. */
export const HEAD_BYTES = 32;

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPG = Buffer.from([0xff, 0xd8, 0xff]);

/** Brands of MP4 files; what has another one (pictures, sound alone, 3GPP) is none of ours. */
const MP4_BRAND =
  /^(?:isom|iso[2-9a-c]|mp4[12]|avc1|m4v[ hp]|msnv|dash|mp7[12 ]|f4v |ndsh|ndsc|xavc|hvc1|av01|cmf[c2])$/i;
/** What a QuickTime film of before there were brands begins with. */
const OLD_MOV = new Set(['moov', 'mdat', 'wide', 'pnot']);

/** `undefined` where it is none of the formats. */
export const formatOf = (head: Buffer): Format | undefined => {
  if (head.subarray(0, PNG.length).equals(PNG)) return 'PNG';
  if (head.subarray(0, JPG.length).equals(JPG)) return 'JPG';
  if (head.length < 12) return undefined;
  const box = head.toString('latin1', 4, 8);
  if (box !== 'ftyp') return OLD_MOV.has(box) ? 'MOV' : undefined;
  const brand = head.toString('latin1', 8, 12);
  if (brand === 'qt  ') return 'MOV';
  return MP4_BRAND.test(brand) ? 'MP4' : undefined;
};

export const isFilm = (format: Format): boolean => format === 'MP4' || format === 'MOV';

/** As the bytes are served. */
export const CONTENT_TYPES: Readonly<Record<Format, string>> = {
  JPG: 'image/jpeg',
  PNG: 'image/png',
  MP4: 'video/mp4',
  MOV: 'video/quicktime',
};
