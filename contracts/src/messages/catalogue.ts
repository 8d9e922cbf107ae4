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

/** The texts that servers write too: alarms, refusals, vocabularies. A missing one stands in English. */
export const catalogue: Record<Language, Partial<Record<string, string>>> = { en, iw, bg, ru, de, ar, lv, fr }

export const messageText = (language: Language, id: string): string | undefined =>
  catalogue[language][id] ?? catalogue.en[id]
