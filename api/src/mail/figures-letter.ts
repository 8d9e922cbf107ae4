import type { alarmFigures } from '@carewatch/contracts/http/alarm-figures'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { intlLocale, type Language } from '@carewatch/contracts/languages'
import type { Letter } from '@carewatch/contracts/messages/letter'
import { compose, type Reader } from './letters.ts'

type Figures = Reply<typeof alarmFigures>

/** Figures of the house alone: no name, no place and no value of anybody goes by plain mail. */
export type FiguresToSend = { figures: Figures; zone: string }

const NONE = '–'

/** Numbers as the portal writes them in this language. */
function numbersIn(language: Language) {
  const locale = intlLocale(language)
  const plain = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 })
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
  const seconds = (of: number, unit: 'second' | 'minute'): string =>
    new Intl.NumberFormat(locale, {
      style: 'unit',
      unit,
      unitDisplay: 'long',
      maximumFractionDigits: 0,
    }).format(of)
  return {
    count: (n: number | null) => (n === null ? NONE : plain.format(n)),
    share: (n: number | undefined, of: number) =>
      n === undefined || of === 0 ? NONE : percent.format(n / of),
    duration: (of: number | null) =>
      of === null ? NONE : of < 120 ? seconds(of, 'second') : seconds(of / 60, 'minute'),
  }
}

function dayIn(language: Language, zone: string): (at: Date) => string {
  const format = new Intl.DateTimeFormat(intlLocale(language), { dateStyle: 'long', timeZone: zone })
  return (at) => format.format(at)
}

export function figuresLetter(reader: Reader, { figures, zone }: FiguresToSend, link: string): Letter {
  const { from, to, alarms, devices, perDeviceDay, overall } = figures
  const { count, share, duration } = numbersIn(reader.language)
  const day = dayIn(reader.language, zone)
  const values = {
    from: day(from),
    until: day(new Date(to.getTime() - 1)),
    alarms: count(alarms),
    devices: count(devices),
    perDeviceDay: count(perDeviceDay),
    inTime: share(overall.inTime, overall.alarms),
    acknowledge: duration(overall.acknowledge.median),
    resolve: duration(overall.resolve.median),
    falseShare: share(overall.falseAlarms, overall.closed),
  }
  return compose(reader, 'figures', { values, more: [{ link }] })
}
