/** Time zones by the names that clients send (docs/decisions.md: today). Pure. */

/**
 * Display names of the US, Canada, Mexico, Australia and New Zealand, in lower case and without "time", "standard time"
 * or "daylight time", and their abbreviations. Many abbreviations are used elsewhere too; here they mean the zones of
 * these countries.
 */
const NAMES: Readonly<Record<string, string>> = {
  'America/New_York': 'eastern, us eastern, est, edt, et',
  'America/Chicago': 'central, us central, cst, cdt, ct',
  'America/Denver': 'mountain, mst, mdt, mt',
  'America/Phoenix': 'us mountain, arizona',
  'America/Los_Angeles': 'pacific, us pacific, pst, pdt, pt',
  'America/Anchorage': 'alaskan, alaska, akst, akdt, akt',
  'America/Adak': 'aleutian, hdt',
  'Pacific/Honolulu': 'hawaiian, hawaii-aleutian, hawaii, hst',
  'America/Puerto_Rico': 'sa western',
  'Pacific/Guam': 'chamorro, chst',
  'Pacific/Pago_Pago': 'samoa, american samoa, sst',
  'America/Halifax': 'atlantic, ast, adt',
  'America/St_Johns': 'newfoundland, nst, ndt',
  'America/Regina': 'canada central, saskatchewan',
  'America/Whitehorse': 'yukon',
  'America/Mexico_City': 'central (mexico), mexico, mexico city',
  'America/Cancun': 'eastern (mexico)',
  'America/Mazatlan': 'mountain (mexico), mexican pacific',
  'America/Tijuana': 'pacific (mexico), northwest mexico',
  'Australia/Sydney': 'aus eastern, australian eastern, australia eastern, aest, aedt, aet',
  'Australia/Brisbane': 'e. australia',
  'Australia/Hobart': 'tasmania',
  'Australia/Darwin': 'aus central',
  'Australia/Adelaide': 'cen. australia, australian central, australia central, acst, acdt',
  'Australia/Eucla': 'aus central w., australian central western, acwst',
  'Australia/Perth': 'w. australia, australian western, australia western, awst',
  'Australia/Lord_Howe': 'lord howe, lhst, lhdt',
  'Pacific/Auckland': 'new zealand, nzst, nzdt, nzt',
  'Pacific/Chatham': 'chatham islands, chatham',
  UTC: 'utc, gmt',
};

const BY_NAME: ReadonlyMap<string, string> = new Map(
  Object.entries(NAMES).flatMap(([zone, names]) => names.split(', ').map((name) => [name, zone] as const)),
);

/** Longer than any name. */
const LONGEST = 64;

const isZone = (timeZone: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return true;
  } catch {
    return false;
  }
};

/**
 * Resolves an IANA name or a common name (`Pacific Standard Time`, `PST`) to an IANA name; `undefined` for neither. An
 * IANA name must contain a slash: without one, the runtime knows names such as `NST` that mean another place to
 * clients.
 */
export const timeZoneOf = (name: string): string | undefined => {
  const trimmed = name.trim();
  if (trimmed.length > LONGEST) return undefined;
  if (trimmed.includes('/')) return isZone(trimmed) ? trimmed : undefined;
  return BY_NAME.get(
    trimmed
      .toLowerCase()
      .replace(/ (?:(?:standard|daylight|summer) )?time\b/, '')
      .replace(/ \(us (?:&|and) canada\)$/, ''),
  );
};
