import type { AlarmKind, VitalAlarm } from '../alarms.ts'
import type { Language } from '../languages.ts'
import ar from './ar.json' with { type: 'json' }
import bg from './bg.json' with { type: 'json' }
import de from './de.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import fr from './fr.json' with { type: 'json' }
import iw from './iw.json' with { type: 'json' }
import lv from './lv.json' with { type: 'json' }
import ru from './ru.json' with { type: 'json' }

export type MessageId = keyof typeof en

/** What every alarm says, and those of a metric on each side of its limits: a kind without its texts does not compile. */
type AlarmText = `alarm.${AlarmKind}` | `alarm.${VitalAlarm}.${'HIGH' | 'LOW'}`
en satisfies Record<AlarmText, string>

/** The texts that servers write too: alarms, refusals, vocabularies. A missing one stands in English. */
export const catalogue: Record<Language, Partial<Record<string, string>>> = { en, iw, bg, ru, de, ar, lv, fr }

export const messageText = (language: Language, id: string): string | undefined =>
  catalogue[language][id] ?? catalogue.en[id]

export const isMessage = (id: string): boolean => Object.hasOwn(catalogue.en, id)
