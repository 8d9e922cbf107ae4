import { intlLocale, isRightToLeft, type Language } from '@carewatch/contracts/languages'
import type { Letter, Paragraph } from './letters.ts'

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (letter) => ESCAPES[letter] ?? letter)

const plain = (paragraph: Paragraph): string =>
  'prose' in paragraph ? paragraph.prose : 'link' in paragraph ? paragraph.link : paragraph.typed

function html(paragraph: Paragraph): string {
  const text = escape(plain(paragraph))
  if ('link' in paragraph) return `<p dir="ltr"><a href="${text}">${text}</a></p>`
  return 'typed' in paragraph ? `<p dir="ltr"><code>${text}</code></p>` : `<p>${text}</p>`
}

/** The letter as plain text and as a page, in the direction of its language. */
export function layOut({ paragraphs }: Letter, language: Language): { text: string; html: string } {
  const direction = isRightToLeft(language) ? 'rtl' : 'ltr'
  return {
    text: `${paragraphs.map(plain).join('\n\n')}\n`,
    html: `<!doctype html><html lang="${intlLocale(language)}" dir="${direction}"><meta charset="utf-8"><body>${paragraphs.map(html).join('')}</body></html>`,
  }
}
