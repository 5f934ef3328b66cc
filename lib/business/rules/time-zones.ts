/** Time zones by the names that clients send. Pure. */

/** Common display names, in lower case and without "time", "standard time" or "daylight time", and their IANA names. */
const DISPLAY_NAMES: ReadonlyMap<string, string> = new Map([
  ['hawaiian', 'Pacific/Honolulu'],
  ['hawaii-aleutian', 'Pacific/Honolulu'],
  ['hawaii', 'Pacific/Honolulu'],
  ['alaskan', 'America/Anchorage'],
  ['alaska', 'America/Anchorage'],
  ['pacific', 'America/Los_Angeles'],
  ['mountain', 'America/Denver'],
  ['us mountain', 'America/Phoenix'],
  ['arizona', 'America/Phoenix'],
  ['central', 'America/Chicago'],
  ['canada central', 'America/Regina'],
  ['eastern', 'America/New_York'],
  ['us eastern', 'America/Indiana/Indianapolis'],
  ['atlantic', 'America/Halifax'],
  ['sa western', 'America/Puerto_Rico'],
  ['newfoundland', 'America/St_Johns'],
  ['central (mexico)', 'America/Mexico_City'],
  ['e. south america', 'America/Sao_Paulo'],
  ['brasilia', 'America/Sao_Paulo'],
  ['argentina', 'America/Argentina/Buenos_Aires'],
  ['greenwich mean', 'Etc/GMT'],
  ['coordinated universal', 'UTC'],
  ['gmt', 'Europe/London'],
  ['british', 'Europe/London'],
  ['british summer', 'Europe/London'],
  ['western european', 'Europe/Lisbon'],
  ['central european', 'Europe/Paris'],
  ['central europe', 'Europe/Budapest'],
  ['w. europe', 'Europe/Berlin'],
  ['romance', 'Europe/Paris'],
  ['eastern european', 'Europe/Athens'],
  ['e. europe', 'Europe/Chisinau'],
  ['gtb', 'Europe/Bucharest'],
  ['fle', 'Europe/Kiev'],
  ['israel', 'Asia/Jerusalem'],
  ['south africa', 'Africa/Johannesburg'],
  ['turkey', 'Europe/Istanbul'],
  ['russian', 'Europe/Moscow'],
  ['moscow', 'Europe/Moscow'],
  ['arabian', 'Asia/Dubai'],
  ['gulf', 'Asia/Dubai'],
  ['arab', 'Asia/Riyadh'],
  ['pakistan', 'Asia/Karachi'],
  ['india', 'Asia/Kolkata'],
  ['singapore', 'Asia/Singapore'],
  ['china', 'Asia/Shanghai'],
  ['hong kong', 'Asia/Hong_Kong'],
  ['w. australia', 'Australia/Perth'],
  ['australian western', 'Australia/Perth'],
  ['tokyo', 'Asia/Tokyo'],
  ['japan', 'Asia/Tokyo'],
  ['korea', 'Asia/Seoul'],
  ['aus central', 'Australia/Darwin'],
  ['cen. australia', 'Australia/Adelaide'],
  ['australian central', 'Australia/Adelaide'],
  ['aus eastern', 'Australia/Sydney'],
  ['australian eastern', 'Australia/Sydney'],
  ['e. australia', 'Australia/Brisbane'],
  ['tasmania', 'Australia/Hobart'],
  ['new zealand', 'Pacific/Auckland'],
]);

const isZone = (timeZone: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return true;
  } catch {
    return false;
  }
};

/** The IANA name behind an IANA name or a common display name (`Pacific Standard Time`); `undefined` for neither. */
export const timeZoneOf = (name: string): string | undefined => {
  // IANA names go first: GMT is one, while "GMT Standard Time" is London's, summer time and all.
  if (isZone(name.trim())) return name.trim();
  const common = name
    .trim()
    .toLowerCase()
    .replace(/ (?:(?:standard|daylight|summer) )?time$/, '');
  return DISPLAY_NAMES.get(common);
};
