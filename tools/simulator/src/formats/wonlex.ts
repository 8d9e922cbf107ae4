import { given, type Said, type Speech } from './watch-protocol.ts'

const MARK = '\u00fc\u00af'
const HEAD = 4

type Document = { type: string; ident: string; ref: string; imei: string; timestamp?: number; data: object }

let count = 0
const nextIdent = (): string => String(++count).padStart(6, '0')

/** `FC AF`, the length of what follows, and a document. */
function write(document: Document): string {
  const body = JSON.stringify(document)
  return `${MARK}${String.fromCharCode(body.length >> 8, body.length & 0xff)}${body}`
}

type Update = { type: string; data: object; timestamp?: number }

const update = (imei: string, said: Update): string =>
  write({ ident: nextIdent(), ref: 'w:update', imei, ...said })

/** Wonlex: documents with their length before them; the only one of them that tells of sleep. */
export const wonlex: Speech = {
  hello: (imei) => update(imei, { type: 'login', data: {} }),
  readings: (reading, { imei, time }: Said) => {
    const { heartRate, systolic, diastolic, spo2, temperature, steps, battery, sleep, position } = reading
    const say = (type: string) => (data: object) => update(imei, { type, data, timestamp: time })
    const pressure = systolic !== undefined && diastolic !== undefined
    return [
      ...given(heartRate, (value) => say('upHeartRate')({ heartRate: value })),
      ...(pressure ? [say('upBP')({ bp: `${systolic}/${diastolic}` })] : []),
      ...given(spo2, (value) => say('upBO')({ bo: value })),
      ...given(temperature, (value) => say('upBodyTemperature')({ temperature: value })),
      ...given(steps, (value) => say('upStep')({ step: value })),
      ...given(battery, (value) => say('upBattery')({ batteryLevel: value })),
      ...given(sleep, (value) => say('upSleep')(value)),
      ...given(position, ({ lat, lng }) => say('upLocation')({ gps: { lat, lon: lng } })),
    ]
  },
  event: ({ imei, type, time, fix }) => {
    if (type !== 'SOS' && type !== 'FALL') return []
    const gps = fix && { gps: { lat: fix.lat, lon: fix.lng } }
    const data = { positionDataType: type.toLowerCase(), ...gps }
    return [update(imei, { type: 'upLocation', data, timestamp: time })]
  },
  split: (received) => {
    const frames: string[] = []
    let rest = received
    while (rest.length >= HEAD) {
      const end = HEAD + (rest.charCodeAt(2) << 8) + rest.charCodeAt(3)
      if (rest.length < end) break
      frames.push(rest.slice(0, end))
      rest = rest.slice(end)
    }
    return { frames, rest }
  },
  answer: (frame) => {
    // Safe: whatever it is, its fields are looked at one by one.
    const told = JSON.parse(frame.slice(HEAD)) as Partial<Document>
    if (told.ref !== 's:down' || !told.type || !told.ident || !told.imei) return []
    return [write({ type: told.type, ident: told.ident, ref: 'w:reply', imei: told.imei, data: {} })]
  },
}
