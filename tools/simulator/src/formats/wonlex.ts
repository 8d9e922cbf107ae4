import { given, type Origin, type WatchProtocol } from './watch-protocol.ts'

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

const update = (imei: string, content: Update): string =>
  write({ ident: nextIdent(), ref: 'w:update', imei, ...content })

/** Wonlex: documents with their length before them; the only one of them that reports sleep. */
export const wonlex: WatchProtocol = {
  hello: (imei) => update(imei, { type: 'login', data: {} }),
  readings: (reading, { imei, time }: Origin) => {
    const { heartRate, systolic, diastolic, spo2, temperature, steps, battery, sleep, position } = reading
    const updateOf = (type: string) => (data: object) => update(imei, { type, data, timestamp: time })
    const pressure = systolic !== undefined && diastolic !== undefined
    return [
      ...given(heartRate, (value) => updateOf('upHeartRate')({ heartRate: value })),
      ...(pressure ? [updateOf('upBP')({ bp: `${systolic}/${diastolic}` })] : []),
      ...given(spo2, (value) => updateOf('upBO')({ bo: value })),
      ...given(temperature, (value) => updateOf('upBodyTemperature')({ temperature: value })),
      ...given(steps, (value) => updateOf('upStep')({ step: value })),
      ...given(battery, (value) => updateOf('upBattery')({ batteryLevel: value })),
      ...given(sleep, (value) => updateOf('upSleep')(value)),
      ...given(position, ({ lat, lng }) => updateOf('upLocation')({ gps: { lat, lon: lng } })),
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
    const document = JSON.parse(frame.slice(HEAD)) as Partial<Document>
    if (document.ref !== 's:down' || !document.type || !document.ident || !document.imei) return []
    return [
      write({ type: document.type, ident: document.ident, ref: 'w:reply', imei: document.imei, data: {} }),
    ]
  },
}
