import type { Language } from '../languages.ts'
import type { Dictionary, Fault } from './comparison.ts'

/** What has one word in each language, by what its English texts call it. */
export const ideas = {
  alarm: /\balarms?\b/i,
  branch: /\bbranch(?:es)?\b/i,
  watch: /\bwatch(?:es)?\b/i,
  room: /\brooms?\b/i,
  gateway: /\bgateways?\b/i,
  beacon: /\bbeacons?\b/i,
  battery: /\bbatter(?:y|ies)\b/i,
  nurse: /\bnurses?\b/i,
  relative: /\brelatives?\b/i,
  task: /\btasks?\b/i,
  duty: /\b(?:duty|duties)\b/i,
  fence: /\bfences?\b/i,
  resident: /\bresidents?\b/i,
} as const satisfies Record<string, RegExp>
export type Idea = keyof typeof ideas

/** A word, and by what part of it each of its forms is known. */
type Word = { word: string; stem: RegExp }
const as = (word: string, stem: RegExp): Word => ({ word, stem })

/** The one word of each idea. A family reads it as a nurse does: what differs between them is how they are addressed. */
export const glossary: Record<Exclude<Language, 'en'>, Record<Idea, Word>> = {
  iw: {
    alarm: as('התרעה', /התרע/),
    branch: as('סניף', /סני[פף]/),
    watch: as('שעון', /שעו[נן]|שעונ/),
    room: as('חדר', /חדר/),
    gateway: as('רכזת', /רכז/),
    beacon: as('ביקון', /ביקו[נן]/),
    battery: as('סוללה', /סולל/),
    nurse: as('אחות; צוות סיעוד', /אחות|אחיות|סיעוד/),
    relative: as('קרוב', /(?<!ב)קרוב|קרובי/),
    task: as('משימה', /משימ/),
    duty: as('משמרת', /משמר/),
    fence: as('אזור בטוח', /אזור/),
    resident: as('דייר', /דייר/),
  },
  bg: {
    alarm: as('аларма', /аларм/i),
    branch: as('клон', /клон/i),
    watch: as('часовник', /часовни[кц]/i),
    room: as('стая', /ста[яи]/i),
    gateway: as('шлюз', /шлюз/i),
    beacon: as('маяк', /маяк|маяц/i),
    battery: as('батерия', /батери/i),
    nurse: as('сестра', /сест/i),
    relative: as('близък', /близ/i),
    task: as('задача', /задач/i),
    duty: as('смяна', /смян|смен/i),
    fence: as('зона', /зон/i),
    resident: as('обитател', /обитател/i),
  },
  ru: {
    alarm: as('тревога', /тревог/i),
    branch: as('филиал', /филиал/i),
    watch: as('часы', /час(?:ы|ам|ах)|(?<!\d\s)часов/iu),
    room: as('комната', /комнат/i),
    gateway: as('шлюз', /шлюз/i),
    beacon: as('маячок', /маяч/i),
    battery: as('батарея', /батаре/i),
    nurse: as('медсестра', /медс[её]ст/i),
    relative: as('родственник', /родственн/i),
    task: as('задача', /задач/i),
    duty: as('дежурство', /дежур/i),
    fence: as('зона', /зон/i),
    resident: as('подопечный', /подопечн/i),
  },
  de: {
    alarm: as('Alarm', /alarm/i),
    branch: as('Niederlassung', /Niederlassung/),
    watch: as('Uhr', /Uhren|(?<![\d}]\s?)uhr/i),
    room: as('Zimmer; Raum', /Zimmer|zimmer|Raum|raum|Räum|räum/),
    gateway: as('Gateway', /Gateway/),
    beacon: as('Beacon', /Beacon/),
    battery: as('Akku', /Akku|Batterie/),
    nurse: as('Pflegekraft', /Pflege/),
    relative: as('Angehörige', /angehörig/i),
    task: as('Aufgabe', /ufgabe/),
    duty: as('Dienst', /dienst/i),
    fence: as('Zaun', /zaun|zäun/i),
    resident: as('Bewohner', /bewohner/i),
  },
  ar: {
    alarm: as('إنذار', /إنذار/),
    branch: as('فرع', /فر[عو]/),
    watch: as('ساعة', /ساع[ةات]/),
    room: as('غرفة', /غرف/),
    gateway: as('بوابة', /بواب/),
    beacon: as('منارة', /منار/),
    battery: as('بطارية', /بطاري/),
    nurse: as('ممرضة; طاقم التمريض', /ممرض|تمريض/),
    relative: as('قريب', /قري|أقارب/),
    task: as('مهمة', /مهم|مهام/),
    duty: as('مناوبة', /مناوب/),
    fence: as('منطقة آمنة', /منطق|مناطق/),
    resident: as('مقيم', /مقيم/),
  },
  lv: {
    alarm: as('trauksme', /trauksm/i),
    branch: as('filiāle', /filiā/i),
    watch: as('pulkstenis', /pulkste/i),
    room: as('istaba', /istab|telp/i),
    gateway: as('vārteja', /vārtej/i),
    beacon: as('bāka', /bāk/i),
    battery: as('akumulators', /akumulator|bater/i),
    nurse: as('māsa', /mās/i),
    relative: as('tuvinieks', /tuvin/i),
    task: as('uzdevums', /uzdevum/i),
    duty: as('dežūra', /dež[uū]r/i),
    fence: as('zona', /zon/i),
    resident: as('iemītnieks', /iemītniek/i),
  },
  fr: {
    alarm: as('alarme', /alarme/i),
    branch: as('site', /\bsites?\b/i),
    watch: as('montre', /montre/i),
    room: as('chambre; pièce', /chambre|pièce|salle/i),
    gateway: as('passerelle', /passerelle/i),
    beacon: as('balise', /balise/i),
    battery: as('batterie', /batterie|pile/i),
    nurse: as('infirmière; soignants', /infirmi|soignant/i),
    relative: as('proche', /proche/i),
    task: as('tâche', /tâche/i),
    duty: as('garde', /garde/i),
    fence: as('zone', /zone/i),
    resident: as('résident', /résident/i),
  },
}

/** Words that stood for the same, or that say something else than is meant, and stand here no more. */
export const notUsed: Record<Language, readonly RegExp[]> = {
  // An air raid has a siren; a watch has an alarm.
  en: [/\bsirens?\b/i],
  iw: [
    /אזעק/,
    /צופר|סירנ/,
    /משוא/,
    /תור[נן]/,
    /אישור ה?קבלה|קבלה.{0,3}אושר|אישר.{0,4}קבלה/,
    /[^כ]שער[^ו]|שערים/,
  ],
  bg: [/мълч/i, /тревог/i, /няма вест/i],
  ru: [/(?<!у)молч/i, /вестей/i, /вживую/i, /прямом эфире/i, /(?:^|[^\p{L}])панель/iu],
  de: [/Filiale/, /Firma(?!\p{L})/u, /stumm(?!geschaltet)/i, /Übersichtstafel/, /Alarmzahlen/],
  // A dual or a singular says its number itself.
  ar: [/(?:one|two) \{[^{}]*\(#\)/, /تنبيه/, /غير النشطين/, /البث غير مباشر/, /لكل ساعة ويوم/],
  lv: [],
  fr: [/filiale/i, /\bagences?\b/i, /alerte/i, /muette/i],
}

/** Sentences that say the thing without its word in some language. */
const without: ReadonlySet<string> = new Set([
  'message.replies',
  'mail.placeInactive.text',
  'settings.triedFalse',
  'duty.endSure',
  // In Arabic a watch and an hour are one word: where both could be meant, it is a device.
  'alarmFigures.about',
  'alarmFigures.perDeviceDay',
])

/** What a text gives names to: they are no words of it. */
const ARGUMENT = /\{\w+\}/g

const hasIdea = (text: string, idea: Idea): boolean => ideas[idea].test(text.replaceAll(ARGUMENT, ''))

/** Where a dictionary has a word that is not used, or an idea of the English text without its word. */
export function wordFaults(language: Language, texts: Dictionary, english: Dictionary): Fault[] {
  const former = Object.entries(texts).flatMap(([id, text]) =>
    notUsed[language].some((word) => word.test(text))
      ? [{ id, problem: 'a word that is not used' as const }]
      : [],
  )
  if (language === 'en') return former
  const words = glossary[language]
  // Safe: the keys of the object itself.
  const named = Object.keys(ideas) as Idea[]
  const missing = Object.entries(english).flatMap(([id, original]) => {
    const text = texts[id]
    if (text === undefined || without.has(id)) return []
    const isWithout = named.some((idea) => hasIdea(original, idea) && !words[idea].stem.test(text))
    return isWithout ? [{ id, problem: 'not the word of the glossary' as const }] : []
  })
  return [...former, ...missing]
}
