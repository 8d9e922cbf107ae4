import { type Smsc, startSmsc } from '@carewatch/simulator/providers/smsc'
import smpp from 'smpp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { smppProvider } from '@carewatch/platform/messages/sms/smpp'

describe('a text by SMPP', () => {
  let centre: Smsc
  let provider: ReturnType<typeof smppProvider>
  beforeEach(async () => {
    centre = await startSmsc()
    provider = smppProvider({ url: centre.url, from: 'Carewatch' })
  })
  afterEach(async () => {
    provider.close()
    await centre.close()
  })

  const send = (text: string, signal = AbortSignal.timeout(5_000)) =>
    provider({ id: 'a', to: '+972541234567', text }, signal)

  it.each([
    ['in the default alphabet', 'Mum: SOS pressed (Critical)', 0],
    ['in Hebrew', 'אמא: נלחץ כפתור מצוקה', 8],
    ['in Arabic', 'أمي: تم الضغط على زر النجدة', 8],
    ['in Russian, in two parts', `Мама: нажата кнопка SOS. ${'Помогите! '.repeat(6)}`, 8],
    ['in several parts', 'Mum: SOS pressed. '.repeat(12), 0],
  ])('arrives %s as it was written', async (_, text, dataCoding) => {
    expect(await send(text)).toBe('m1')
    expect(centre.submitted).toEqual([{ to: '972541234567', from: 'Carewatch', text, dataCoding, id: 'm1' }])
  })

  it('goes by one line, which is made anew when it fell', async () => {
    await send('one')
    await send('two')
    centre.cutLines()
    await expect(send('lost')).rejects.toMatchObject({ reason: 'unreachable', isFinal: false })
    await send('three')
    expect(centre.submitted.map(({ text }) => text)).toEqual(['one', 'two', 'three'])
  })

  it('gives its line back to a centre that lets in one, and takes it again', async () => {
    centre.limitTransmitters(1)
    const seldom = smppProvider({ url: centre.url, from: 'Carewatch', givesLineBack: true })
    const sendSeldom = (text: string) =>
      seldom({ id: 'b', to: '+972541234567', text }, AbortSignal.timeout(5_000))
    await Promise.all([sendSeldom('one'), sendSeldom('two')])
    await sendSeldom('three')
    await expect.poll(centre.transmitters, { timeout: 10_000 }).toBe(0)
    await send('alarm')
    await expect(sendSeldom('four')).rejects.toMatchObject({ reason: 'unreachable' })
    await send('another')
    expect(centre.submitted.map(({ text }) => text)).toEqual(['one', 'two', 'three', 'alarm', 'another'])
  })

  it('leaves a centre that does not answer, and sends nothing after it gave up', async () => {
    const seldom = smppProvider({ url: centre.url, from: 'Carewatch', givesLineBack: true })
    centre.fallSilent(true)
    await expect(
      seldom({ id: 'b', to: '+972541234567', text: 'lost' }, AbortSignal.timeout(500)),
    ).rejects.toMatchObject({ reason: 'timeout' })
    await expect.poll(centre.transmitters, { timeout: 10_000 }).toBe(0)
  })

  it('may be tried again where the centre is busy, and not where the number is wrong', async () => {
    centre.refuseNext(1, smpp.ESME_RTHROTTLED)
    await expect(send('one')).rejects.toMatchObject({ reason: 'refused', isFinal: false })
    centre.refuseNext(1, smpp.ESME_RINVDSTADR)
    await expect(send('one')).rejects.toMatchObject({ reason: 'refused', isFinal: true })
  })

  it('is given up when the centre does not answer, or does not let us in', async () => {
    centre.fallSilent(true)
    await expect(send('one', AbortSignal.timeout(50))).rejects.toMatchObject({ reason: 'timeout' })
    const stranger = smppProvider({ url: centre.url.replace('loopback', 'wrong'), from: 'Carewatch' })
    await expect(
      stranger({ id: 'a', to: '+1', text: 'x' }, AbortSignal.timeout(5_000)),
    ).rejects.toMatchObject({ reason: 'unreachable' })
  })
})
