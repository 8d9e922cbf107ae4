import { figureMails } from '@carewatch/migrations/schema/figure-mails'
import { users } from '@carewatch/migrations/schema/people'
import { openScoped, openTimescale } from '@carewatch/platform/database/client'
import { asService } from '@carewatch/platform/database/testing'
import { type Mailbox, startMailbox } from '@carewatch/simulator/providers/mailbox'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '../../log.ts'
import { createMail } from '../../mail/mail.ts'
import { addDevice, createCompanyFixture, raiseAlarm, type CompanyFixture } from '../../testing/fixtures.ts'
import { startHarness, type Harness } from '../../testing/harness.ts'
import type { Facts } from '../../services.ts'
import { momentsOf } from './moments.ts'
import { sendDueFigures } from './send-due.ts'

const MINUTE = 60_000

let mailbox: Mailbox
let harness: Harness
/** Those of another process: with the rights of the interface, and no more. */
let rows: ReturnType<typeof openScoped>
let facts: Facts
let mail: ReturnType<typeof createMail>
let fixture: CompanyFixture
beforeAll(async () => {
  mailbox = await startMailbox()
  const settings = { SMTP_URL: mailbox.url, PUBLIC_URL: 'https://care.example' }
  // It sends no mail by itself: each letter is sent by the test alone.
  harness = await startHarness()
  rows = openScoped(asService(harness.url, 'api'), 4)
  facts = openTimescale(asService(harness.url, 'api'), 2)
  mail = createMail({ ...settings, MAIL_FROM: 'care@care.example' }, createLog('fatal'))
})
beforeEach(async () => {
  fixture = await createCompanyFixture(harness)
})
afterAll(async () => {
  await mail.close()
  await facts.end()
  await rows.close()
  await harness.close()
  await mailbox.close()
})

const manager = () => fixture.people.MANAGER
const askFor = async (every: 'WEEK' | 'MONTH') => {
  await harness.db.insert(figureMails).values({ userId: manager().id, every, dueAt: new Date() })
}
const isMine = () => eq(figureMails.userId, manager().id)
const mine = async () => {
  const [row] = await harness.db.select().from(figureMails).where(isMine())
  if (!row) throw new Error('Nothing was asked for.')
  return row
}
/** As another process would, at this moment. */
const send = (now = new Date()) => sendDueFigures({ db: rows.db, facts, mail, asksAdmins: false }, () => now)
const makeDue = (dueAt = new Date(Date.now() - MINUTE), leasedUntil = dueAt) =>
  harness.db.update(figureMails).set({ dueAt, leasedUntil }).where(isMine())
const letters = () => mailbox.sentTo(manager().email)

describe('who has the figures mailed', () => {
  let mailing: Harness
  let mailed: CompanyFixture
  beforeAll(async () => {
    mailing = await startHarness({ SMTP_URL: mailbox.url, PUBLIC_URL: 'https://care.example' })
    mailed = await createCompanyFixture(mailing)
  })
  afterAll(() => mailing.close())

  const change = (every: string | null, role: keyof CompanyFixture['people'] = 'MANAGER') =>
    mailing.call('POST', '/user/figureMail', { token: mailed.people[role].token, body: { every } })
  const read = (role: keyof CompanyFixture['people']) =>
    mailing.call('GET', '/user/figureMail', { token: mailed.people[role].token })

  it('is whoever asks for themselves, until they say never', async () => {
    const asked = await change('MONTH')
    expect(asked.context).toMatchObject({ every: 'MONTH', isMailed: true })
    expect(new Date(asked.context.nextAt).getTime()).toBeGreaterThan(Date.now())
    expect((await read('MANAGER')).context).toEqual(asked.context)
    expect((await read('ADMIN')).context.every).toBeNull()
    expect((await change('WEEK')).context.every).toBe('WEEK')
    expect((await change(null)).context).toEqual({ every: null, nextAt: null, isMailed: true })
    const isTheirs = eq(figureMails.userId, mailed.people.MANAGER.id)
    expect(await mailing.db.$count(figureMails, isTheirs)).toBe(0)
  })

  it.each(['SUPERVISOR', 'COMPANY_MONITOR', 'OWNER'] as const)('is no %s', async (role) => {
    expect((await change('WEEK', role)).status).toBe(403)
    expect((await read(role)).status).toBe(403)
  })

  it('says so where no mail is sent, and knows no other period', async () => {
    const body = { every: 'WEEK' }
    const { token } = manager()
    const refused = await harness.call('POST', '/user/figureMail', { token, body })
    expect(refused.context.reason).toBe('noMail')
    expect((await change('DAY')).status).toBe(400)
  })
})

describe('the letter', () => {
  it('has the numbers of the portal, in the reader’s language, and names nobody', async () => {
    await harness.db
      .update(users)
      .set({ selectedLanguage: 'de', timeZone: 'Europe/Berlin' })
      .where(eq(users.id, manager().id))
    const now = new Date()
    const { from, to } = await momentsOf(harness.db, { every: 'WEEK', zone: 'Europe/Berlin', now })
    const other = await createCompanyFixture(harness)
    for (const [of, openedAt] of [
      [fixture, new Date(to.getTime() - 1)],
      [{ ...fixture, device: await addDevice(harness, fixture) }, from],
      [{ ...fixture, device: await addDevice(harness, fixture) }, to],
      [other, from],
    ] as const)
      await raiseAlarm(harness, of, { openedAt, closedAt: to })
    await askFor('WEEK')
    await makeDue()
    expect(await send(now)).toEqual([])
    const { text = '', subject = '' } = await mailbox.letterTo(manager().email)
    const asked = `from=${from.toISOString()}&to=${to.toISOString()}`
    const { context } = await harness.call('GET', `/alarms/figures?${asked}`, { token: manager().token })
    expect(context.alarms).toBe(2)
    expect(text).toContain('Alarme: 2\n')
    expect(text).toContain(`Uhren in Gebrauch: ${context.devices}\n`)
    const perDay = new Intl.NumberFormat('de', { maximumFractionDigits: 2 }).format(context.perDeviceDay)
    expect(text).toContain(`Alarme je Uhr und Tag: ${perDay}\n`)
    const day = (at: number) =>
      new Intl.DateTimeFormat('de', { dateStyle: 'long', timeZone: 'Europe/Berlin' }).format(at)
    expect(subject).toContain(`${day(from.getTime())} – ${day(to.getTime() - 1)}`)
    const link = new URL(/https:\S*\/admin\/alarm-figures\S*/.exec(text)?.[0] ?? '')
    expect(Object.fromEntries(link.searchParams)).toEqual({ from: from.toISOString(), to: to.toISOString() })
    expect(text).not.toContain(fixture.wearer.firstName)
    expect(text).not.toContain('142')
  })

  it('goes once, by whichever of two processes, and not again before the next', async () => {
    await askFor('WEEK')
    await makeDue()
    await Promise.all([send(), send(), send()])
    await send()
    expect(letters()).toHaveLength(1)
    expect((await mine()).dueAt.getTime()).toBeGreaterThan(Date.now())
  })

  it('waits while another process has it; where that was ended it goes after the lease, once, by the id that it would have had', async () => {
    await askFor('WEEK')
    const due = new Date(Date.now() - MINUTE)
    await makeDue(due, new Date(Date.now() + MINUTE))
    await send()
    expect(letters()).toEqual([])
    await send(new Date(Date.now() + 2 * MINUTE))
    await send(new Date(Date.now() + 3 * MINUTE))
    expect(letters()).toHaveLength(1)
    await makeDue(due)
    await send(new Date(Date.now() + 4 * MINUTE))
    const [one, again] = letters()
    expect(one?.messageId).toContain((await mine()).uuid)
    expect(again?.messageId).toBe(one?.messageId)
  })

  it('is nobody else’s while it is sent, however long those before it took', async () => {
    await askFor('WEEK')
    await makeDue()
    let now = Date.now()
    const taken: number[] = []
    const slow: typeof mail = {
      ...mail,
      sendFigures: async (person, letter) => {
        if (person.uuid === manager().uuid) taken.push((await mine()).leasedUntil.getTime() - now)
        return mail.sendFigures(person, letter)
      },
    }
    const clock = () => new Date((now += 6 * MINUTE))
    await sendDueFigures({ db: rows.db, facts, mail: slow, asksAdmins: false }, clock)
    expect(taken).toEqual([5 * MINUTE])
  })

  it('is tried again where the mail server did not take it', async () => {
    await askFor('WEEK')
    await makeDue()
    mailbox.refuseNext(1)
    expect(await send()).toEqual(['not taken'])
    expect(await send()).toEqual([])
    expect(letters()).toEqual([])
    expect(await send(new Date(Date.now() + 16 * MINUTE))).toEqual([])
    expect(letters()).toHaveLength(1)
  })

  it('goes to nobody who is no manager any more, and to nobody who was deactivated', async () => {
    await askFor('WEEK')
    const isThey = eq(users.id, manager().id)
    for (const standing of [{ role: 'MONITOR' as const }, { role: 'MANAGER' as const, isActive: false }]) {
      await harness.db.update(users).set(standing).where(isThey)
      await makeDue()
      expect(await send()).toEqual([])
    }
    expect(letters()).toEqual([])
  })
})

describe('a week and a month', () => {
  const moments = (every: 'WEEK' | 'MONTH', zone: string, now: string) =>
    momentsOf(harness.db, { every, zone, now: new Date(now) })

  it.each([
    [
      'over the end of summer time',
      'WEEK',
      'Europe/Berlin',
      '2026-10-26T05:59:00Z',
      '2026-10-18T22:00Z',
      '2026-10-25T23:00Z',
      '2026-10-26T06:00Z',
    ],
    [
      'once it was sent',
      'WEEK',
      'Europe/Berlin',
      '2026-10-26T06:00:00Z',
      '2026-10-18T22:00Z',
      '2026-10-25T23:00Z',
      '2026-11-02T06:00Z',
    ],
    [
      'over its beginning',
      'WEEK',
      'Asia/Jerusalem',
      '2026-03-30T12:00:00Z',
      '2026-03-22T22:00Z',
      '2026-03-29T21:00Z',
      '2026-04-06T04:00Z',
    ],
    [
      'half an hour after midnight there',
      'WEEK',
      'Asia/Jerusalem',
      '2026-07-05T21:30:00Z',
      '2026-06-28T21:00Z',
      '2026-07-05T21:00Z',
      '2026-07-06T04:00Z',
    ],
    [
      'of a month, over a year',
      'MONTH',
      'America/New_York',
      '2027-01-01T13:00:00Z',
      '2026-12-01T05:00Z',
      '2027-01-01T05:00Z',
      '2027-02-01T12:00Z',
    ],
  ] as const)('are those of the zone %s', async (_, every, zone, now, from, to, nextAt) => {
    expect(await moments(every, zone, now)).toEqual({
      from: new Date(from),
      to: new Date(to),
      nextAt: new Date(nextAt),
    })
  })
})
