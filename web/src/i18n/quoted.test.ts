import { languages } from '@carewatch/contracts/languages'
import { describe, expect, it } from 'vitest'
import { dictionaryOf } from './messages.ts'

const quoting = ['ownAccount.confirm', 'file.event.CHECK_IN'] as const

describe.each(languages)('in %s', (language) => {
  it.each(quoting)('%s names the button as it is written on it', async (id) => {
    const texts = await dictionaryOf(language)
    expect(texts[id]).toContain(texts['checkIn.press'])
  })
})
