import type { Look } from './portal.ts'

/** Every way of reading that people have, few at a time. */
export const looks: [string, Look][] = [
  ['light, English, desktop', {}],
  ['dark, Hebrew, phone', { scheme: 'dark', language: 'iw', width: 390, height: 844 }],
  ['light, Arabic, 320 px, large text', { language: 'ar', width: 320, height: 640, fontSize: 'large' }],
  ['dark, Russian, desktop, large text', { scheme: 'dark', language: 'ru', fontSize: 'large' }],
]
