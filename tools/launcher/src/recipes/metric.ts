import { languages, type Language } from '@carewatch/contracts/languages'
import { addTexts, type Copy, insertBefore } from './copy.ts'

/** A number that no device of ours measures, with limits, as docs/adding.md says that one is added. */
export const NAME = 'glucose'
const VALUE = `
  ${NAME}: {
    id: 99,
    unit: 'mmol/L',
    decimals: 1,
    range: { min: 1, max: 40 },
    zeroMeansAbsent: true,
    limits: { low: 4, high: 10 },
    hysteresis: 0.3,
    limitStep: 0.5,
    alarm: 'GLUCOSE',
    simulated: { as: 'steady', low: 4.5, high: 6.5, everyMinutes: 60 },
    tile: { icon: 'candy' },
    graph: 'line',
    fhir: {
      category: 'vital-signs',
      codes: [{ code: '15074-8', display: 'Glucose [Moles/volume] in Blood' }],
      unit: 'mmol/L',
      ucum: 'mmol/L',
    },
  },
`

/** The metric itself, one entry; nothing else is touched by hand. */
export const addValue = (copy: Copy): void =>
  insertBefore(copy, 'contracts/src/metrics.ts', {
    place: '} as const satisfies Record<string, Metric>',
    lines: VALUE,
  })

/** Its name, what its alarm says of a high, a low and an unknown value, and its two settings. */
const texts: Record<Language, readonly [string, string, string, string, string, string]> = {
  en: [
    'Glucose',
    'Glucose is high: {value} mmol/L',
    'Glucose is low: {value} mmol/L',
    'Glucose outside its limits',
    'Glucose, lower limit',
    'Glucose, upper limit',
  ],
  iw: [
    'סוכר',
    'הסוכר גבוה: {value} mmol/L',
    'הסוכר נמוך: {value} mmol/L',
    'הסוכר מחוץ לגבולות',
    'סוכר, גבול תחתון',
    'סוכר, גבול עליון',
  ],
  bg: [
    'Глюкоза',
    'Глюкозата е висока: {value} mmol/L',
    'Глюкозата е ниска: {value} mmol/L',
    'Глюкозата е извън границите',
    'Глюкоза, долна граница',
    'Глюкоза, горна граница',
  ],
  ru: [
    'Глюкоза',
    'Глюкоза высокая: {value} mmol/L',
    'Глюкоза низкая: {value} mmol/L',
    'Глюкоза вне границ',
    'Глюкоза, нижняя граница',
    'Глюкоза, верхняя граница',
  ],
  de: [
    'Glukose',
    'Glukose ist hoch: {value} mmol/L',
    'Glukose ist niedrig: {value} mmol/L',
    'Glukose außerhalb der Grenzen',
    'Glukose, untere Grenze',
    'Glukose, obere Grenze',
  ],
  ar: [
    'الغلوكوز',
    'الغلوكوز مرتفع: {value} mmol/L',
    'الغلوكوز منخفض: {value} mmol/L',
    'الغلوكوز خارج الحدود',
    'الغلوكوز، الحد الأدنى',
    'الغلوكوز، الحد الأعلى',
  ],
  lv: [
    'Glikoze',
    'Glikoze ir augsta: {value} mmol/L',
    'Glikoze ir zema: {value} mmol/L',
    'Glikoze ārpus robežām',
    'Glikoze, apakšējā robeža',
    'Glikoze, augšējā robeža',
  ],
  fr: [
    'Glycémie',
    'Glycémie haute : {value} mmol/L',
    'Glycémie basse : {value} mmol/L',
    'Glycémie hors limites',
    'Glycémie, limite inférieure',
    'Glycémie, limite supérieure',
  ],
}

/** Its texts in each language. */
export function addItsTexts(copy: Copy): void {
  for (const language of languages) {
    const [name, high, low, outside, lower, upper] = texts[language]
    addTexts(copy, `contracts/src/messages/${language}.json`, {
      [`metric.${NAME}`]: name,
      'alarm.GLUCOSE.HIGH': high,
      'alarm.GLUCOSE.LOW': low,
      'alarm.GLUCOSE': outside,
    })
    addTexts(copy, `web/src/i18n/${language}.json`, {
      'alarmKind.GLUCOSE': name,
      [`setting.${NAME}Low`]: lower,
      [`setting.${NAME}High`]: upper,
    })
  }
}
