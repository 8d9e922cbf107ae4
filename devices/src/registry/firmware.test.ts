import { describe, expect, it } from 'vitest'
import { type ProtocolName, protocols } from './protocols.ts'

const IMEI = '350000000000128'
const context = { receivedAt: Date.UTC(2026, 10, 21, 12), utcOffsetMinutes: 0 }
const firmwareIn = (format: ProtocolName, message: string) =>
  protocols[format].read(Buffer.from(message, 'latin1'), context).decoded.firmware
const frame3g = (content: string) => `[3G*${IMEI}*${content.length.toString(16).padStart(4, '0')}*${content}]`

describe('what a watch says of its version', () => {
  it.each([
    ['watch-iw', `IWAPVR,${IMEI},L009_V3.1_20240612#`, 'L009_V3.1_20240612'],
    ['watch-iw', 'IWAPVR,V3.03,B12#', 'V3.03,B12'],
    ['watch-3g', frame3g('VERNO,D41_V1.5_2023.08.11'), 'D41_V1.5_2023.08.11'],
    ['watch-3g', frame3g('TS,ver:G4P_EMMC_2021;ID:8800000015;batlevel:87'), 'G4P_EMMC_2021'],
    ['watch-b2316-json', `{"imei":"${IMEI}","data":[{"tm":1795262400,"ve":"B2316_V12"}]}`, 'B2316_V12'],
  ] as const)('%s: %s', (format, message, firmware) => {
    expect(firmwareIn(format, message)).toBe(firmware)
  })

  it.each([
    ['what no filter could name', 'IWAPVR,V3|03\u0000\u0007#', 'V303'],
    ['the first 64 letters of a long one', `IWAPVR,${'V'.repeat(900)}#`, 'V'.repeat(64)],
    ['nothing of one that is empty', 'IWAPVR, #', undefined],
  ])('keeps %s', (_, message, firmware) => {
    expect(firmwareIn('watch-iw', message)).toBe(firmware)
  })
})
