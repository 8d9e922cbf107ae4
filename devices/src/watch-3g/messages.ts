import type { Measured } from '../kit/facts.ts'
import { measured, numberIn } from '../kit/numbers.ts'
import { type Block3g, readBlock } from './block.ts'
import type { Frame3g } from './frame.ts'

/** What a message says, in its protocol's own terms. */
export type Message3g = {
  type: string
  args: readonly string[]
  kind: 'link' | 'position' | 'alarm' | 'vitals' | 'status' | 'answer' | 'other'
  block?: Block3g | undefined
  vitals?: Measured
  measureType?: number | undefined
  firmware?: string | undefined
  /** It stands in no paper that we know, and answers nothing that we send. */
  isUnknown?: boolean
  /** It is damaged: it was heard, and no value of it is believed. */
  isDoubted?: boolean
}

const POSITION = /^(?:UD\d?(?:_\w{1,16})?|WT)$/
const ALARM = /^AL(?:_\w{1,16}|CUSTOMER\d{0,4})?$/

type Fields = (string | undefined)[]
const zeroIsNone = (text: string | undefined): number | undefined => measured(numberIn(text))

const pressure = ([systolic, diastolic, heartRate]: Fields): Measured => ({
  systolic: zeroIsNone(systolic),
  diastolic: zeroIsNone(diastolic),
  heartRate: zeroIsNone(heartRate),
})
const pulse = ([heartRate]: Fields): Measured => ({ heartRate: zeroIsNone(heartRate) })

/** Makers write their names in capitals and not. */
const vitals = new Map<string, (fields: Fields) => Measured>([
  ['bphrt', pressure],
  ['blood', pressure],
  ['heart', pulse],
  ['pulse', pulse],
  ['oxygen', (fields) => ({ spo2: zeroIsNone(valueIn(fields)) })],
  ['temp', ([temperature]) => ({ temperature: zeroIsNone(temperature) })],
  ['btemp2', (fields) => ({ temperature: bodyHeat(fields) })],
])
/** The kind of measuring stands before the value. */
const KINDED = new Set(['oxygen', 'btemp2'])
/** Some leave the kind out. */
const hasKind = (type: string, { length }: Fields): boolean => KINDED.has(type.toLowerCase()) && length > 1
const valueIn = (fields: Fields): string | undefined => fields[fields.length > 1 ? 1 : 0]

/** Of kind 0 nobody says what it is: what could be the skin's is nobody's temperature. */
const BODY_MIN_C = 35

/** 0 and 1 are how it says that it could not measure; some write the value and `F` behind it, for Fahrenheit. */
function bodyHeat(fields: Fields): number | undefined {
  if (fields.at(-1)?.trim().toUpperCase() === 'F') {
    const fahrenheit = numberIn(fields.at(-2))
    return fahrenheit ? Math.round((fahrenheit - 32) * (50 / 9)) / 10 : undefined
  }
  const value = numberIn(valueIn(fields))
  const isSkin = fields.length > 1 && fields[0]?.trim() === '0' && (value ?? 0) < BODY_MIN_C
  return value === 1 || isSkin ? undefined : measured(value)
}

const MEDIA = new Set(['TK', 'TK2', 'JXTK', 'img'])

/** What we send, which is answered with its own name and with what it said. */
const SENT = new Set([
  'ACALL',
  'APPLOCK',
  'CR',
  'DEVREFUSEPHONESWITCH',
  'FACTORY',
  'FALLDOWN',
  'FIND',
  'HEALTHAUTOSET',
  'LSSET',
  'LZ',
  'MESSAGE',
  'PHB',
  'PHB2',
  'REMIND',
  'SOS',
  'TAKEPILLS',
  'UPLOAD',
  'bodytemp',
  'bodytemp2',
  'hrtstart',
])

/** Questions, and what tells of the watch itself. */
const OTHERS = new Set([
  'INIT',
  'TKQ',
  'TKQ2',
  ...MEDIA,
  'CONFIG',
  'TS',
  'VERNO',
  'ICCID',
  'RYIMEI',
  'APPCONTACTTEL',
  'WIFIINFOUP',
  'PP',
])

/** One maker counts wrongly. Of any other a wrong length is damage; but where somebody is, and why he calls, is read as far as it can be. */
export function readMessage(frame: Frame3g): Message3g {
  const message = messageIn(frame.content)
  const isDoubted = !frame.isLengthRight && frame.vendor !== 'SG' && message.vitals !== undefined
  return isDoubted ? { ...message, vitals: {}, isDoubted } : message
}

function messageIn(content: string): Message3g {
  const comma = content.indexOf(',')
  const type = comma < 0 ? content : content.slice(0, comma)
  const isMedia = MEDIA.has(type)
  const args = comma < 0 || isMedia ? [] : content.slice(comma + 1).split(',')
  if (type === 'LK') return { type, args, kind: 'link', vitals: linkOf(args) }
  if (ALARM.test(type)) return { type, args, kind: 'alarm', block: readBlock(args) }
  if (POSITION.test(type)) return { type, args, kind: 'position', block: readBlock(args) }
  const read = vitals.get(type.toLowerCase())
  if (read) return vitalsOf({ type, args, kind: 'vitals' }, read(args))
  if (type === 'TS') return { type, args, kind: 'status', vitals: statusOf(content), ...versionIn(content) }
  if (type === 'VERNO') return { type, args, kind: 'other', firmware: args.join(',') }
  if (OTHERS.has(type)) return { type, args, kind: 'other' }
  return { type, args, kind: 'answer', ...(!SENT.has(type) && { isUnknown: true }) }
}

const vitalsOf = (message: Message3g, values: Measured): Message3g => ({
  ...message,
  vitals: values,
  ...(hasKind(message.type, [...message.args]) && { measureType: numberIn(message.args[0]) }),
})

/** Steps, turns of the body, battery; with fewer of them nobody knows which. */
function linkOf(args: readonly string[]): Measured {
  const [steps, , battery] = args
  return args.length < 3 ? {} : { steps: numberIn(steps), battery: numberIn(battery) }
}

const VERSION = /\bver:\s*([^;]{1,64})/i

function versionIn(content: string): Pick<Message3g, 'firmware'> {
  const firmware = VERSION.exec(content)?.[1]
  return firmware === undefined ? {} : { firmware }
}

/** `key:value; key:value`: of all of it we want the battery. */
function statusOf(content: string): Measured {
  return { battery: numberIn(/batlevel:\s*(\d{1,3})/i.exec(content)?.[1]) }
}
