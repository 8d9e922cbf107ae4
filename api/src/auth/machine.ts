const BROWSERS = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const

const SYSTEMS = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
] as const

const first = (names: readonly (readonly [string, RegExp])[], text: string): string | undefined =>
  names.find(([, sign]) => sign.test(text))?.[0]

/** A machine as its owner knows it again: `Firefox, Windows`. */
export function machineOf(userAgent: string | null): string | null {
  if (userAgent === null) return null
  const named = [first(BROWSERS, userAgent), first(SYSTEMS, userAgent)].filter(Boolean).join(', ')
  return named || (userAgent.split(/[\s/]/)[0]?.slice(0, 40) ?? null)
}
