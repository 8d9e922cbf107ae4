import type { Language } from '@carewatch/contracts/languages'
import type { Strength } from '@carewatch/contracts/passwords'
import { write } from '@carewatch/contracts/messages/write'

/** What we ourselves are called: the first thing anybody tries here. */
const OUR_WORDS = ['carewatch', 'care watch', 'care-watch']
/** Judging takes longer than linearly: what is longer is not easier to guess. */
const RATED_CHARACTERS = 32

async function load() {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ])
  return {
    zxcvbn: new ZxcvbnFactory({
      dictionary: { ...common.dictionary, ...english.dictionary },
      graphs: common.adjacencyGraphs,
    }),
    commonest: new Set(common.dictionary['passwords-common']),
  }
}

let loaded: ReturnType<typeof load> | undefined

/** Years and marks at an end do not make a word a password. */
const bare = (text: string): string => text.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')

/** How hard it is to guess for somebody who knows these words of the person and their company. */
export async function strengthOf(
  password: string,
  { words, language }: { words: readonly (string | null)[]; language: Language },
): Promise<Strength> {
  loaded ??= load()
  const { zxcvbn, commonest } = await loaded
  const lower = password.toLowerCase()
  const own = [...OUR_WORDS, ...words.flatMap((word) => (word ? [word.toLowerCase()] : []))]
  const isCommon = commonest.has(lower) || own.some((word) => word === lower || word === bare(lower))
  const { score } = zxcvbn.check(password.slice(0, RATED_CHARACTERS), own)
  const warning = isCommon ? 'strength.common' : score < 2 ? 'strength.weak' : undefined
  const text = warning && write(language, warning)
  return { score: isCommon ? 0 : score, isCommon, ...(text !== undefined && { warning: text }) }
}
