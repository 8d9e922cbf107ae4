import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import shared from '@carewatch/contracts/messages/en.json' with { type: 'json' }
import type { BrowserContext } from 'playwright-core'
import own from '../../../web/src/i18n/en.json' with { type: 'json' }

const ASSETS = join(import.meta.dirname, '../../../web/dist/assets')
const LONGER = 0.4

/** Its dates and units are written in letters that no English text has. */
export const PSEUDO = 'bg'

const longer = (word: string): string => {
  const letter = /[aeiou]/i.exec(word)?.[0]
  return letter ? word.replace(letter, letter.repeat(1 + Math.ceil(word.length * LONGER))) : word
}
const pseudo = (text: string): string =>
  /\p{L}/u.test(text) ? `⟦${text.replaceAll(/\p{L}{3,}/gu, longer)}⟧` : text

function lengthened(element: MessageFormatElement): MessageFormatElement {
  if (element.type === TYPE.literal) return { ...element, value: pseudo(element.value) }
  if (element.type === TYPE.tag) return { ...element, children: element.children.map(lengthened) }
  if (element.type === TYPE.plural || element.type === TYPE.select) {
    const options = Object.entries(element.options).map(
      ([name, option]) => [name, { ...option, value: option.value.map(lengthened) }] as const,
    )
    // Safe: the same kind of element with the same options, whose texts are longer.
    return { ...element, options: Object.fromEntries(options) } as MessageFormatElement
  }
  return element
}

const dictionary = (texts: Record<string, string>): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(texts).map(([id, text]) => [
        id,
        parse(text, { shouldParseSkeletons: true }).map(lengthened),
      ]),
    ),
  )

/** A text of the sign-in page and the homes, and one of those that follow. */
const OWN = /"(?:action\.acknowledge|audit\.action\.acknowledged)":/

/** A piece of the built dictionary of a language, with other texts in the place of its own: of each piece all of them. */
function inPlaceOf(chunk: string): string | null {
  const texts = chunk.includes('"alarm.SOS":') ? shared : OWN.test(chunk) ? own : null
  const name = /^var (\w+)=\{/.exec(chunk)?.[1]
  const end = chunk.lastIndexOf('export{')
  return texts && name && end > 0 ? `var ${name}=${dictionary(texts)};${chunk.slice(end)}` : null
}

/** Answers the texts of one language as English ones in brackets, each word longer by 40 %. */
export async function servePseudo(context: BrowserContext): Promise<number> {
  const chunks = readdirSync(ASSETS)
    .filter((name) => name.startsWith(`${PSEUDO}-`) && name.endsWith('.js'))
    .map((name) => [name, inPlaceOf(readFileSync(join(ASSETS, name), 'utf8'))] as const)
  let replaced = 0
  for (const [name, body] of chunks) {
    if (body === null) continue
    replaced += 1
    await context.route(`**/assets/${name}`, (route) =>
      route.fulfill({ body, contentType: 'text/javascript' }),
    )
  }
  return replaced
}
