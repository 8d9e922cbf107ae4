import { parse } from '@formatjs/icu-messageformat-parser'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { homeTexts } from './home-texts.ts'

const DICTIONARY = /\/(?:i18n(?:\/guide)?|messages)\/[a-z]{2}\.json$/
const PARSER = '@formatjs/icu-messageformat-parser'
const WITHOUT_PARSER = '\0messages-are-compiled'

type Compiled = string | ReturnType<typeof parse>

function compiled(text: string): Compiled {
  const elements = parse(text, { shouldParseSkeletons: true })
  const [only] = elements
  const isPlain = elements.length === 1 && only?.type === 0 && only.value === text
  return isPlain ? text : elements
}

/** Parses the dictionaries while building, so that no browser has to load a parser; what stays text is literal. */
export function compiledMessages(): Plugin {
  return {
    name: 'compiled-messages',
    enforce: 'pre',
    apply: 'build',
    resolveId: (source) => (source === PARSER ? WITHOUT_PARSER : null),
    load: (id) =>
      id === WITHOUT_PARSER
        ? `export * from '${PARSER}/no-parser.js'; export const parse = (value) => [{ type: 0, value }]`
        : null,
    transform: (code, id) => {
      if (!DICTIONARY.test(id)) return null
      const texts = Object.entries<string>(JSON.parse(code))
      return { code: JSON.stringify(Object.fromEntries(texts.map(([key, text]) => [key, compiled(text)]))) }
    },
  }
}

/** What the sign-in page asks for, and what is said wherever a page or a call fails. */
const OF_SIGN_IN =
  /^(?:signIn|forgot|register|passkeys|language|shell|loading|action|failure|failed|error)(?:\.|$)/
const PIECE = /\/i18n\/[a-z]{2}\.json\?(signIn|home|rest)$/

/**
 * The same dictionaries in pieces, asked for as `en.json?signIn`, `?home` and `?rest`: compiled where everything is built, as they are written while
 * somebody changes them. What the homes draw with is found in their sources (home-texts.ts) once for a build; while somebody changes them it is everything.
 * A sign-in that ended leads from a home to the sign-in page: its texts come with those of the homes too.
 */
export function messagesInPieces(): Plugin {
  let write = (text: string): Compiled => text
  let isOfHomes = (_id: string) => true
  return {
    name: 'messages-in-pieces',
    enforce: 'pre',
    configResolved: ({ command, root }) => {
      if (command !== 'build') return
      write = compiled
      isOfHomes = homeTexts(join(root, 'src'))
    },
    transform: (code, id) => {
      const piece = PIECE.exec(id)?.[1]
      if (piece === undefined) return null
      const isIn = (key: string) =>
        piece === 'signIn'
          ? OF_SIGN_IN.test(key)
          : (isOfHomes(key) || OF_SIGN_IN.test(key)) === (piece === 'home')
      const texts = Object.entries<string>(JSON.parse(code)).filter(([key]) => isIn(key))
      const few = Object.fromEntries(texts.map(([key, text]) => [key, write(text)]))
      return { code: `export default ${JSON.stringify(few)}`, moduleType: 'js' }
    },
  }
}
