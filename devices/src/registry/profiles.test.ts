import { defaultSettings } from '@carewatch/contracts/default-settings'
import type { KnownProfile, ProfileName } from '@carewatch/contracts/profiles'
import { profileNames, profileOf } from '@carewatch/contracts/profiles'
import { describe, expect, it } from 'vitest'
import type { Addressed } from '../protocol.ts'
import { protocols } from './protocols.ts'

const IMEI = '350000000000128'
const receivedAt = Date.UTC(2026, 10, 21, 12)
const text = (frame: Uint8Array) => Buffer.from(frame).toString('latin1')
const read = (format: 'watch-iw' | 'watch-3g', message: string, profile: KnownProfile | null = null) =>
  protocols[format].read(Buffer.from(message, 'latin1'), { receivedAt, utcOffsetMinutes: 120, profile })
const to = (profile: KnownProfile | null): Addressed => ({
  imei: IMEI,
  address: '',
  serial: 1,
  now: receivedAt,
  utcOffsetMinutes: 0,
  profile,
})
const as = (name: ProfileName, by: KnownProfile['by'] = 'CHOSEN'): KnownProfile => ({ name, by })
const PLACE = '261121A3204.6800N03447.3200E000.1115900323.8706000908000102,425,1,9520,3671'
const iwAlarm = (code: string, profile: KnownProfile | null) =>
  read('watch-iw', `IWAP10${PLACE},${code},en-us,00,#`, profile).decoded.events.map(({ type }) => type)
const frame3g = (content: string, maker = '3G') =>
  `[${maker}*${IMEI}*${content.length.toString(16).padStart(4, '0')}*${content}]`
const block = (status: string) => `211126,115900,A,32.078,N,34.788,E,0.0,0,30,8,90,64,1234,0,${status},0,0`

describe('which model a watch is, by what it sends', () => {
  const L009 = ['iw-l009', 'iw-v3.03', 'iw-l009', 'iw-names-big-endian', 'iw-v2.10']
  const NEWER = L009.slice(1)
  it.each([
    [`IWAPVR,${IMEI},L009_V2_20240812#`, ['iw-l009']],
    [`IWAPVR,${IMEI},TK_V3.03_2023#`, ['iw-v3.03', 'iw-names-big-endian']],
    [`IWAPVR,${IMEI},something else#`, NEWER],
    ['IWAPJK,20261121115500,2,71#', NEWER],
    [`IWAPFD,${IMEI},1795262100#`, NEWER],
    [`IWAPWR,${IMEI},1,1795262100000#`, NEWER],
    ['IWAPTP,36.6,33.1#', NEWER],
    [`IWAP03,${IMEI},0,00,8,600#`, L009],
    ['IWAP03,1F096400000A,5555,30#', NEWER],
    [`TRVAP00${IMEI}#`, ['iw-trv', ...NEWER]],
    // Every model sends these.
    [`IWAP00${IMEI}#`, undefined],
    ['IWAP49,72#', undefined],
    ['IWAP03,06000908000102,5555,30#', undefined],
  ])('IW: %s', (message, hints) => expect(read('watch-iw', message).hints).toEqual(hints))

  const MEASURES = ['3g-4p-touch', '3g-sg', '3g-zj', '3g-cs']
  it.each([
    [frame3g('VERNO,D41_V1.5'), ['3g-4p-touch']],
    [frame3g('CONFIG,TY:D44S,UL:600,SY:1,CM:1'), ['3g-4p-touch']],
    [frame3g('bphrt,120,80,72,170,1,60,70'), MEASURES],
    [frame3g('btemp2,1,36.5'), MEASURES],
    [frame3g(`UD,${block('0008')}`), ['3g-setracker', ...MEASURES]],
    [frame3g(`UD,${block('00000008')}`), undefined],
    [frame3g('LK', 'SG'), ['3g-sg', '3g-4p-touch']],
    [frame3g('LK', 'ZJ'), ['3g-zj', '3g-4p-touch']],
    [frame3g('LK', 'CS'), ['3g-cs', '3g-4p-touch']],
    [frame3g('LK'), undefined],
  ])('3G: %s', (message, hints) => expect(read('watch-3g', message).hints).toEqual(hints))
})

describe('what a profile says of the codes of an alarm of IW', () => {
  const guesses = [null, ...profileNames.map((name) => as(name, 'SENT')), as('iw-v2.10', 'MODEL')]

  it('of a guess nothing is taken away: every code of every model', () => {
    for (const guess of guesses)
      expect(['01', '02', '03', '04', '05', '06', '19'].map((code) => iwAlarm(code, guess))).toEqual([
        ['SOS'],
        ['LOW_BATTERY'],
        ['OFF_WRIST'],
        ['OFF_WRIST'],
        ['FALL'],
        ['FALL'],
        ['POWER_OFF'],
      ])
  })

  it('calls for help are calls with whatever was chosen, and what nobody knows rings', () => {
    for (const name of profileNames) {
      expect(['01', '05', '06'].map((code) => iwAlarm(code, as(name)))).toEqual([['SOS'], ['FALL'], ['FALL']])
      for (const code of ['07', '08', '09', '11', '99', ''])
        expect(iwAlarm(code, as(name))).toEqual(['UNKNOWN_ALARM'])
    }
  })

  it('one of the first edition that is chosen has only the codes of its paper, and the others ring', () => {
    expect(['03', '19'].map((code) => iwAlarm(code, as('iw-v2.10')))).toEqual([
      ['UNKNOWN_ALARM'],
      ['UNKNOWN_ALARM'],
    ])
    expect(iwAlarm('03', as('iw-v3.03'))).toEqual(['OFF_WRIST'])
  })
})

describe('what a watch is answered by its profile', () => {
  it('a TRV has the bare answer to its login', () => {
    const login = (profile: KnownProfile | null) =>
      read('watch-iw', `TRVAP00${IMEI}#`, profile).replies.map(text)
    expect(login(as('iw-trv', 'SENT'))).toEqual(['TRVBP00#'])
    expect(login(as('iw-v3.03'))).toEqual(['TRVBP00,20261121120000,2#'])
  })

  it('a ZJ has the time with its link, and another where somebody says that it is one', () => {
    const link = (maker: string, profile: KnownProfile | null) =>
      read('watch-3g', frame3g('LK', maker), profile).replies.map(text).join()
    expect(link('ZJ', null)).toContain('LK,2026-11-21,12:00:00')
    expect(link('3G', as('3g-zj'))).toContain('LK,2026-11-21,12:00:00')
    expect(link('3G', as('3g-zj', 'SENT'))).not.toContain('2026')
    expect(link('3G', as('3g-4p-touch'))).not.toContain('2026')
    // Who calls itself a ZJ waits for it whatever somebody chose.
    expect(link('ZJ', as('3g-4p-touch'))).toContain('LK,2026-11-21,12:00:00')
  })
})

describe('what a watch is sent by its profile', () => {
  const settings = { ...defaultSettings, phonebook: [{ name: 'Ana', number: '+100' }] }
  const sent = (profile: KnownProfile | null) =>
    protocols['watch-iw'].encodeSettings(settings, to(profile)).map(({ bytes }) => text(bytes))

  it('names with the one byte first, or with the other', () => {
    const book = (profile: KnownProfile | null) => sent(profile).find((frame) => frame.startsWith('IWBP14'))
    for (const profile of [null, as('iw-v2.10'), as('iw-v3.03'), as('iw-l009')])
      expect(book(profile)).toContain(',41006E006100|+100,')
    expect(book(as('iw-names-big-endian', 'SENT'))).toContain(',0041006E0061|+100,')
    // Nothing else differs.
    const others = (profile: KnownProfile | null) => sent(profile).filter((frame) => !/BP14/.test(frame))
    expect(others(as('iw-names-big-endian'))).toEqual(others(null))
  })

  it('measuring, as far as somebody said that it cannot', () => {
    const measure = (format: 'watch-iw' | 'watch-3g', profile: KnownProfile | null) =>
      protocols[format].encodeCommand('MEASURE', to(profile), settings).map(({ bytes }) => text(bytes))
    expect(measure('watch-iw', as('iw-trv', 'SENT'))).toHaveLength(4)
    expect(measure('watch-iw', as('iw-v3.03'))).toHaveLength(4)
    expect(measure('watch-iw', as('iw-trv'))).toEqual([])
    expect(measure('watch-3g', as('3g-4p-touch'))).toHaveLength(2)
    expect(measure('watch-3g', as('3g-setracker'))).toEqual([])
  })

  it('only what its format has is left out of one', () => {
    for (const name of profileNames) {
      const { format, lacks } = profileOf(name)
      const carried = new Set(
        protocols[format]
          .encodeSettings(
            { ...settings, heartRateIntervalMinutes: 5, calibrationSystolic: 120, calibrationDiastolic: 80 },
            to(null),
          )
          .flatMap((frame) => frame.settings),
      )
      expect([name, lacks.filter((setting) => !carried.has(setting))]).toEqual([name, []])
    }
  })
})
