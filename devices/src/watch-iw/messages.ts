import { measured, numberIn } from '../kit/numbers.ts'
import { readPlace, readServingCell, readState, readWifi } from './position.ts'
import type { IwFrame } from './frame.ts'
import type { IwMessage, IwVitals } from './message.ts'
import {
  readBodyHeat,
  readFall,
  readFirmware,
  readHealth,
  readLowBattery,
  readSaturation,
  readStateWord,
  readWearing,
} from './newer.ts'

/** What stands behind the first comma. */
export const argsOf = (rest: string): string => (rest.startsWith(',') ? rest.slice(1) : rest)
const fieldsOf = (rest: string): string[] => argsOf(rest).split(',')

function readLogin(rest: string): IwMessage {
  const [imei = '', iccid = '', imsi = ''] = fieldsOf(rest)
  return /^\d{15}$/.test(imei) ? { login: { imei, iccid, imsi } } : { unread: 'imei' }
}

function readPositionAndWifi(rest: string): IwMessage {
  return { ...readPlace(rest), wifi: readWifi(rest.split(',').slice(5).join(',')) }
}

const ALARM = /^\d{2}$/
const ALARM_ANYWHERE = /,(0\d),[a-z]{2}/i

/** A cry for help is heard even where what stands before it is broken. */
function readAlarm(rest: string): IwMessage {
  const [code = '', language = '', address = '', ...wifi] = rest.split(',').slice(5)
  const found = ALARM.test(code) ? code : (ALARM_ANYWHERE.exec(rest)?.[1] ?? '')
  return {
    ...readPlace(rest),
    alarm: { code: found, language },
    wantsAddress: address === '01',
    wifi: readWifi(wifi.join(',')),
  }
}

/** Six numbers, three of each cell in one field, then the networks heard; some tell of beacons first, which only bars give away. */
function readNetwork(rest: string): IwMessage {
  const [, ...others] = fieldsOf(rest)
  const first = others.findIndex((field) => !field.includes('|'))
  const [address, count, mcc, mnc, ...fields] = others.slice(Math.max(0, first))
  const cellCount = Math.min(numberIn(count) ?? 0, fields.length)
  const [country, network] = [numberIn(mcc), numberIn(mnc)]
  const cells = fields.slice(0, cellCount).flatMap((field) => {
    const [lac, cid, signal] = field.split('|').map(numberIn)
    if (lac === undefined || cid === undefined || country === undefined || network === undefined) return []
    return [{ mcc: country, mnc: network, lac, cid, signal }]
  })
  const wifi = readWifi(fields.slice(cellCount + 1).join(','))
  return {
    cells,
    wifi,
    wifiCount: numberIn(fields[cellCount]) ?? wifi.length,
    wantsAddress: address === '1',
  }
}

/** Not fifteen: one maker puts its IMEI here. */
const PACKED = /^\d{14}(?:\d{2,})?$/

const IMEI = /^\d{15}$/

/** Packed digits, a word or an IMEI with steps and rolls behind them, or the same a field each. */
function readHeartbeat(rest: string): IwMessage {
  const fields = fieldsOf(rest)
  const [first = ''] = fields
  const activity = { steps: numberIn(fields[1]), rolls: numberIn(fields[2]) }
  const state = PACKED.test(first) ? readState(first) : readStateWord(first)
  if (state) return { state, activity }
  // One maker fills in a nought where it has not counted.
  if (IMEI.test(first)) return { activity: { ...activity, steps: measured(activity.steps) } }
  if (fields.length < 8) return {}
  const [gsm, satellites, battery, , , mode, steps, rolls] = fields.map(numberIn)
  return { state: definedOf({ gsm, satellites, battery, mode }), activity: { steps, rolls } }
}

const definedOf = <Fields extends object>(fields: Fields) =>
  // Safe: only fields without a value are left out.
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: NonNullable<Fields[Name]>
  }

const PLACEHOLDER_SPO2 = 95

/** An empty field was not measured, nor was a zero; a saturation of 95 beside zeros is what a watch says that is not worn. */
function readVitals(rest: string): IwMessage {
  const fields = fieldsOf(rest).slice(0, 6)
  const [heartRate, systolic, diastolic, spo2, bloodSugar, temperature] = fields.map(numberIn)
  const isPlaceholder = spo2 === PLACEHOLDER_SPO2 && (heartRate === 0 || systolic === 0 || diastolic === 0)
  return {
    vitals: nonZero({
      heartRate,
      systolic,
      diastolic,
      spo2: isPlaceholder ? undefined : spo2,
      bloodSugar,
      temperature,
    }),
    ...nonsenseIn(fields),
  }
}

/** An empty field is no fault; one that is no number is. */
const nonsenseIn = (fields: readonly string[]): Pick<IwMessage, 'unread'> =>
  fields.some((field) => field.trim() !== '' && numberIn(field) === undefined) ? { unread: 'vitals' } : {}

function nonZero(vitals: IwVitals): IwVitals {
  const { heartRate, systolic, diastolic, spo2, bloodSugar, temperature } = vitals
  return {
    heartRate: measured(heartRate),
    systolic: measured(systolic),
    diastolic: measured(diastolic),
    spo2: measured(spo2),
    bloodSugar: measured(bloodSugar),
    temperature: measured(temperature),
  }
}

function readHeartRate(rest: string): IwMessage {
  const fields = fieldsOf(rest).slice(0, 1)
  return { vitals: { heartRate: measured(numberIn(fields[0])) }, ...nonsenseIn(fields) }
}

function readTemperature(rest: string): IwMessage {
  const fields = fieldsOf(rest).slice(0, 2)
  const [temperature, battery] = fields.map(numberIn)
  const vitals = { temperature: measured(temperature), battery: measured(battery) }
  return { vitals, ...nonsenseIn(fields) }
}

const PART = /^,(\d{0,14}),(\d{1,6}),(\d{1,6}),/

function readMedia(rest: string): IwMessage {
  const [, time = '', parts, part] = PART.exec(rest.slice(0, 40)) ?? []
  return parts === undefined || part === undefined ? { unread: 'media' } : { media: { time, parts, part } }
}

/** Which cell it hears: it asks for the time and for where that is. */
const readCell = (rest: string): IwMessage => ({ cells: readServingCell(fieldsOf(rest)) })

/** The state, and digits of its settings behind. */
const readStatus = (rest: string): IwMessage => ({ state: readState(argsOf(rest)) })

const nothing = (): IwMessage => ({})

/** What a watch says of its own accord: each is answered with the next letter, or it is said again. */
export const uplinks: Record<string, (rest: string) => IwMessage> = {
  AP00: readLogin,
  AP01: readPositionAndWifi,
  AP02: readNetwork,
  AP03: readHeartbeat,
  AP04: readLowBattery,
  AP07: readMedia,
  AP10: readAlarm,
  AP42: readMedia,
  AP49: readHeartRate,
  AP50: readTemperature,
  AP97: nothing,
  // Beacons that it hears: where they are nobody asked yet.
  APBL: nothing,
  APFD: readFall,
  APHD: nothing,
  APHP: readVitals,
  APHT: readVitals,
  APJK: readHealth,
  APSP: readSaturation,
  APTP: readBodyHeat,
  APVR: readFirmware,
  APWR: readWearing,
  CP01: readStatus,
  YP03: readPositionAndWifi,
  YP14: readPositionAndWifi,
}

/** A voice is taken under the name of who spoke. */
const readVoiceAck = (rest: string): IwMessage => readAck(rest.slice(rest.indexOf(',', 1)))

/** What is not answered: we have no voices for it, nor do we know where cells are. */
const unanswered: Record<string, (rest: string) => IwMessage> = {
  AP05: nothing,
  AP28: readVoiceAck,
  APTM: readCell,
}

/** What we tell a watch, by which it answers; in another order each is a command, and is never sent back. */
const COMMANDS = /^AP(?:1[24-8]|3[134]|40|46|5[12]|7[67]|8[4-9]|JZ|X[LTYZ])$/
const ACK = /^,(\d{1,14})(?:,|$)/
/** As we number what we send. */
const OUR_SERIAL = /^,\d{6}(?:,|$)/

export const isUplink = (opcode: string): boolean => Object.hasOwn(uplinks, opcode)

export function readMessage({ opcode, rest }: IwFrame): IwMessage {
  const read = isUplink(opcode) ? uplinks[opcode] : unansweredBy(opcode)
  if (read) return read(rest)
  return COMMANDS.test(opcode) || OUR_SERIAL.test(rest) ? readAck(rest) : { unknown: opcode }
}

const unansweredBy = (opcode: string) => (Object.hasOwn(unanswered, opcode) ? unanswered[opcode] : undefined)

function readAck(rest: string): IwMessage {
  const [whole, serial] = ACK.exec(rest) ?? []
  return serial && whole ? { ack: { serial, values: rest.slice(whole.length) } } : {}
}
