/** Detects the format of a file by its first bytes alone, ignoring what its server declares. Pure. */

export const FORMATS = ['JPG', 'PNG', 'MP4', 'MOV'] as const;
export type Format = (typeof FORMATS)[number];

/** The number of bytes needed to detect a format. */
export const HEAD_BYTES = 32;

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPG = Buffer.from([0xff, 0xd8, 0xff]);

/** Brands of MP4 files; files of other brands (pictures, audio only, 3GPP) are refused. */
const MP4_BRAND =
  /^(?:isom|iso[2-9a-c]|mp4[12]|avc1|m4v[ hp]|msnv|dash|mp7[12 ]|f4v |ndsh|ndsc|xavc|hvc1|av01|cmf[c2])$/i;
/** The first box types of old QuickTime films, which have no brand. */
const OLD_MOV = new Set(['moov', 'mdat', 'wide', 'pnot']);

/** `undefined` for an unsupported format. */
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

/** The content types of served files. */
export const CONTENT_TYPES: Readonly<Record<Format, string>> = {
  JPG: 'image/jpeg',
  PNG: 'image/png',
  MP4: 'video/mp4',
  MOV: 'video/quicktime',
};
