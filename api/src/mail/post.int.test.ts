import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pino } from 'pino'
import { type Mailbox, startMailbox } from '@carewatch/simulator/providers/mailbox'
import { until } from '../testing/harness.ts'
import { createPost } from './post.ts'

let mailbox: Mailbox
beforeAll(async () => {
  mailbox = await startMailbox()
})
afterAll(() => mailbox.close())

const lines: string[] = []
const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) })

const letter = (to: string) => ({
  to,
  uuid: 'a uuid',
  kind: 'recovery',
  subject: 'שלום',
  text: 'open #secret\n',
  html: '<p>open #secret</p>',
})

describe('letters', () => {
  it('arrive, also when the mail server is busy at first', async () => {
    const post = createPost({ url: mailbox.url, from: 'care@carewatch.test' }, log)
    mailbox.refuseNext(1)
    post.send(letter('nora@carewatch.test'))
    const received = await mailbox.letterTo('nora@carewatch.test')
    expect(received).toMatchObject({ subject: 'שלום', text: expect.stringContaining('open #secret') })
    await post.close()
  })

  it('cannot be made to go to somebody else by what stands in an address', async () => {
    const post = createPost({ url: mailbox.url, from: 'care@carewatch.test' }, log)
    post.send(letter('dina@carewatch.test\r\nBcc: evil@carewatch.test'))
    post.send(letter('dina@carewatch.test'))
    await mailbox.letterTo('dina@carewatch.test')
    expect(mailbox.sentTo('evil@carewatch.test')).toEqual([])
    await post.close()
  })

  it('leave nothing in the log of whom they were for and what they said', async () => {
    lines.length = 0
    const post = createPost({ url: 'smtp://127.0.0.1:1', from: 'care@carewatch.test' }, log)
    post.send(letter('dina@carewatch.test'))
    await until('a failure in the log', () => lines.some((line) => line.includes('mail not sent')))
    await post.close()
    expect(lines.join('')).not.toMatch(/dina|secret/)
    expect(lines.join('')).toContain('a uuid')
  })
})
