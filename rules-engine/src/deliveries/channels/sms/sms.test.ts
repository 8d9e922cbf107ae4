import type { Language } from '@carewatch/contracts/languages'
import { type HttpProvider, startHttpProvider } from '@carewatch/simulator/providers/http-provider'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Message } from '../channel.ts'
import { type Subject, textsOf } from '../../texts.ts'
import { partsOf } from '@carewatch/platform/messages/sms/parts'
import { smsProviderOf } from '@carewatch/platform/messages/sms/providers'
import { smsSender, smsTextOf } from './sms.ts'

const message: Message = {
  uuid: '019ac000-0000-7000-8000-000000000001',
  userId: 1,
  phone: '+972541234567',
  email: null,
  telegramChatId: null,
  language: 'en',
  title: '\u2068Mum\u2069: SOS pressed',
  text: 'Critical',
  path: '/user/notifications',
  isUrgent: true,
  place: null,
  answers: null,
  answerCode: null,
}

describe('a text message', () => {
  let provider: HttpProvider
  beforeAll(async () => {
    provider = await startHttpProvider()
  })
  afterAll(() => provider.close())
  beforeEach(() => {
    provider.asked.length = 0
    provider.answerWith({})
  })

  const settings = {
    SMS_FROM: 'Carewatch',
    TWILIO_ACCOUNT_SID: 'AC1',
    TWILIO_AUTH_TOKEN: 't',
    VONAGE_API_KEY: 'k',
    VONAGE_API_SECRET: 's',
  }
  const send = (by: 'twilio' | 'vonage' | 'webhook', signal = AbortSignal.timeout(5_000)) => {
    const chosen = smsProviderOf({ ...settings, SMS_PROVIDER: by, SMS_API_URL: provider.url })
    if (!chosen) throw new Error('no provider')
    return smsSender(chosen).send(message, signal)
  }
  const form = () => Object.fromEntries(new URLSearchParams(provider.asked[0]?.body))

  it('is one part of the GSM alphabet where no letter needs more, and keeps its direction in Hebrew', () => {
    expect(smsTextOf(message)).toBe('Mum: SOS pressed (Critical)')
    expect(smsTextOf({ ...message, title: 'Mum’s watch – 38\u00a0°C' })).toBe("Mum's watch - 38 C (Critical)")
    expect(smsTextOf({ ...message, language: 'ru', title: 'Мама – 38 °C' })).toBe('Мама – 38 °C (Critical)')
    expect(smsTextOf({ ...message, language: 'iw' })).toContain('\u2068Mum\u2069')
  })

  const sos = {
    kind: 'SOS',
    direction: 'NONE',
    severity: 'CRITICAL',
    metric: null,
    value: null,
    late: false,
    company: null,
    rehearsal: false,
    openedAt: new Date('2026-11-21T22:02:00Z'),
    wearer: null,
  } as const
  const textOf = (language: Language, of: Pick<Subject, 'name'> & Partial<Subject>): string => {
    const texts = textsOf({ language, zone: 'UTC' }, { ...sos, ...of })
    return smsTextOf({ ...texts, language, answers: { take: '', falseAlarm: '' }, answerCode: '4827' })
  }

  it.each([
    ['en', "Mum's watch"],
    ['iw', 'שעון של אמא'],
    ['bg', 'Мама'],
    ['ru', 'Часы мамы'],
    ['de', 'Mamas Uhr'],
    ['ar', 'ساعة أمي'],
    ['lv', 'Mammas pulkstenis'],
    ['fr', 'Montre de maman'],
  ] as const)('of an SOS with its two answers is one part in %s', (language, name) => {
    const text = textOf(language, { name })
    expect(text).toContain(name)
    expect(text).toMatch(/ 14827: .* 24827: /)
    expect(partsOf(text).count).toBe(1)
  })

  it.each([
    ['en', 'Ruth Cohen', ', room 201, bed 2: ', 1],
    ['iw', 'רות כהן', ', חדר 201, מיטה 2: ', 2],
    ['bg', 'Рут Коен', ', стая 201, легло 2: ', 2],
    ['ru', 'Рут Коэн', ', комната 201, кровать 2: ', 2],
    ['de', 'Ruth Cohen', ', Zimmer 201, Bett 2: ', 1],
    ['ar', 'راوية خوري', '، غرفة 201، سرير 2: ', 2],
    ['lv', 'Ruta Koena', ', istaba 201, gulta 2: ', 1],
    ['fr', 'Ruth Cohen', ', chambre 201, lit 2: ', 1],
  ] as const)('begins with who and where in %s', (language, name, place, parts) => {
    const status = 'ACTIVE' as const
    const wearer = { uuid: message.uuid, name, room: '201', bed: '2', imageUrl: null, status }
    const text = textOf(language, { name: 'Watch 7', wearer })
    expect(text.replaceAll(/[\u2068\u2069]/g, '').startsWith(`${name}${place}`)).toBe(true)
    expect(text).not.toContain('Watch 7')
    expect(partsOf(text).count).toBe(parts)
  })

  it('goes by Twilio', async () => {
    provider.answerWith({ status: 201, body: { sid: 'SM1' } })
    expect(await send('twilio')).toEqual({ providerId: 'SM1' })
    expect(provider.asked[0]?.path).toBe('/2010-04-01/Accounts/AC1/Messages.json')
    expect(form()).toEqual({ To: '+972541234567', From: 'Carewatch', Body: 'Mum: SOS pressed (Critical)' })
  })

  it('goes by Vonage, which says no with a yes', async () => {
    provider.answerWith({ body: { messages: [{ status: '0', 'message-id': '7' }] } })
    expect(await send('vonage')).toEqual({ providerId: '7' })
    expect(form()).toMatchObject({ to: '972541234567', type: 'text', 'client-ref': message.uuid })
    provider.answerWith({ body: { messages: [{ status: '1' }] } })
    await expect(send('vonage')).rejects.toMatchObject({ reason: 'refused', isFinal: false })
    provider.answerWith({ body: { messages: [{ status: '9' }] } })
    await expect(send('vonage')).rejects.toMatchObject({ reason: 'refused', isFinal: true })
  })

  it('goes by any gateway that takes a post, with what it takes to know a repeat', async () => {
    provider.answerWith({ body: { id: 'x' } })
    expect(await send('webhook')).toEqual({ providerId: 'x' })
    expect(JSON.parse(provider.asked[0]?.body ?? '')).toMatchObject({ id: message.uuid, parts: 1 })
  })

  it('goes where it is sent and nowhere else, wherever the provider leads', async () => {
    const elsewhere = await startHttpProvider()
    for (const by of ['twilio', 'vonage', 'webhook'] as const) {
      provider.answerWith({ status: 307, headers: { location: elsewhere.url } })
      await expect(send(by)).rejects.toMatchObject({ reason: 'unreachable', isFinal: false })
    }
    expect(elsewhere.asked).toEqual([])
    await elsewhere.close()
  })

  it('is tried again when the provider is busy, broken or silent, and as late as it asks', async () => {
    provider.answerWith({ status: 429, headers: { 'retry-after': '42' } })
    await expect(send('webhook')).rejects.toMatchObject({ isFinal: false, retryAfterMs: 42_000 })
    provider.answerWith({ status: 500, body: 'garbage' })
    await expect(send('webhook')).rejects.toMatchObject({ reason: 'refused', isFinal: false })
    provider.answerWith('silent')
    await expect(send('webhook', AbortSignal.timeout(50))).rejects.toMatchObject({ reason: 'timeout' })
  })

  it('of which the answer stalls or breaks off is tried again, whichever provider', async () => {
    for (const by of ['twilio', 'vonage', 'webhook'] as const) {
      provider.answerWith('stalled')
      await expect(send(by, AbortSignal.timeout(500))).rejects.toMatchObject({
        reason: 'timeout',
        isFinal: false,
      })
      provider.answerWith('broken')
      await expect(send(by)).rejects.toMatchObject({ reason: 'unreachable', isFinal: false })
    }
  })

  it('is given up where the number is no number', async () => {
    provider.answerWith({ status: 400, body: { code: 21_211 } })
    await expect(send('twilio')).rejects.toMatchObject({ reason: 'refused', isFinal: true })
  })
})
