import type { Product } from '@carewatch/devices/advertisements/read'

/** What the sensor lists note of a sensor: heard only when asked, sends by itself, may be followed about. */
type Traits = { acts?: boolean; cont?: boolean; track?: boolean; cidc?: boolean }

const byKind: Record<string, Traits> = {
  CTMO: { cont: true },
  BTN: { cont: true, acts: true },
  BCON: { track: true },
  ACEL: { track: true },
}

/** By the beginning of their names. */
const byName: readonly (readonly [RegExp, Traits])[] = [
  [/^H5/, { acts: true, cidc: false }],
  [/^(IBS-|TP35|T301)/, { acts: true, cidc: false }],
  [/^(BSDOO|WS02)/, { cidc: false }],
  [/^(CGG1|CGDK2_|THX1|W|F525|SB)/, { acts: true }],
  [/^SB/, { cont: true }],
  [/^TD\din1/, { track: true }],
  [/^ABN03/, { track: true }],
  [/^(ABN07|NODON)/, { acts: true, track: true }],
]

export const traitsOf = ({ id, kind }: Product): Traits =>
  Object.assign({}, byKind[kind], ...byName.filter(([name]) => name.test(id)).map(([, traits]) => traits))
