import { intlLocale, isRightToLeft, type Language } from '../languages.ts'

/** What stands on one line of a letter: prose, what matters most, something to open, or something to type. */
export type Paragraph = { prose: string } | { headline: string } | { link: string } | { typed: string }
export type Letter = { subject: string; paragraphs: readonly Paragraph[] }

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (letter) => ESCAPES[letter] ?? letter)

const plain = (paragraph: Paragraph): string => {
  if ('prose' in paragraph) return paragraph.prose
  if ('headline' in paragraph) return paragraph.headline
  return 'link' in paragraph ? paragraph.link : paragraph.typed
}

function html(paragraph: Paragraph): string {
  const text = escape(plain(paragraph))
  if ('link' in paragraph) return `<p dir="ltr"><a href="${text}">${text}</a></p>`
  if ('headline' in paragraph) return `<h1 style="font-size:1.25em">${text}</h1>`
  return 'typed' in paragraph
    ? `<p dir="ltr"><code>${text}</code></p>`
    : `<p style="white-space:pre-line">${text}</p>`
}

/** The letter as plain text and as a page, in the direction of its language. */
export function layOut(
  { paragraphs }: Pick<Letter, 'paragraphs'>,
  language: Language,
): { text: string; html: string } {
  const direction = isRightToLeft(language) ? 'rtl' : 'ltr'
  return {
    text: `${paragraphs.map(plain).join('\n\n')}\n`,
    html: `<!doctype html><html lang="${intlLocale(language)}" dir="${direction}"><meta charset="utf-8"><body>${paragraphs.map(html).join('')}</body></html>`,
  }
}
