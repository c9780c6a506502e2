/** What some parser or other takes for a scheme, a host, or the way out of a path. */
const headsFor = ({ origin, hostname }: URL): string[] => [
  'https://',
  'http://',
  'HTTPS://',
  '//',
  '///',
  '////',
  '/\\',
  '\\/',
  '\\\\',
  '/%5C',
  '/%2F',
  '%2F%2F',
  '/.//',
  './/',
  '/x/..//',
  '/\t/',
  '/\n/',
  '/\r/',
  '\t//',
  ' //',
  '\u0000//',
  'https:',
  'https:/',
  'https:///',
  'https:\\\\',
  'javascript://',
  'data://',
  'ftp://',
  `${origin}@`,
  `https://${hostname}:443@`,
  `${origin}%40`,
  `${origin}\\@`,
  `${origin}.`,
  `${origin}-`,
  'https://user:password@',
  '/;@',
];
const TAILS = ['evil.example', 'evil.example/health', 'EVIL%2Eexample', 'evil。example', '[::1]/'] as const;
/** The eight that the contract names first (identity §11, case 14), and what no head and tail make. */
const namedFor = (
  { origin, host, hostname, protocol }: URL,
  otherProtocol = protocol === 'https:' ? 'http:' : 'https:',
) => [
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '/%5Cevil.example',
  'https:evil.example',
  'javascript:alert(1)',
  `${origin}@evil.example`,
  `${origin}.evil.example`,
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  `blob:${origin}/x`,
  `${protocol}//${hostname}:8443/`,
  `${otherProtocol}//${host}/`,
  'https://2130706433/',
  'https://0x7f000001/',
  `/${'a'.repeat(3000)}`,
  '/login?return_to=https://evil.example',
  '/health\r\nLocation: https://evil.example',
];

/** How many of {@link otherPlaces} the contract names; they come first. */
export const NAMED_PLACES = 8;

/** More than a hundred spellings of places that are not the console, as whoever lures people away from it would write them. */
export function otherPlaces(consoleUrl: URL): string[] {
  const made = headsFor(consoleUrl).flatMap((head) => TAILS.map((tail) => `${head}${tail}`));
  return [...new Set([...namedFor(consoleUrl), ...made])];
}
