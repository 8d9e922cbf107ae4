import { type Body, Fault } from './body.ts'
import { isTopic } from './topics.ts'

/** A version that we do not speak: the one fault that is answered. */
export class UnknownVersion extends Fault {}

/** Which level each name of the protocol goes with: MQTT 3.1.1, and 3.1 by its old name. */
const LEVELS: Record<string, number> = { MQTT: 4, MQIsdp: 3 }
const RESERVED = 0x01
const WILL = 0x04
const WILL_QOS = 0x18
const WILL_RETAIN = 0x20
const PASSWORD = 0x40
const USERNAME = 0x80

/** Reads a CONNECT, and throws where it contradicts itself. */
export function checkConnectBody(body: Body): void {
  const level = LEVELS[body.text()]
  if (level === undefined) throw new Fault('not MQTT')
  if (body.byte() !== level) throw new UnknownVersion('a version we do not speak')
  const flags = body.byte()
  checkFlags(flags)
  body.uint16()
  body.text()
  if (flags & WILL) {
    if (!isTopic(body.text())) throw new Fault('a will on no topic')
    body.data()
  }
  if (flags & USERNAME) body.text()
  if (flags & PASSWORD) body.data()
  body.end()
}

function checkFlags(flags: number): void {
  if (flags & RESERVED) throw new Fault('reserved flag')
  if (!(flags & WILL) && flags & (WILL_QOS | WILL_RETAIN)) throw new Fault('half a will')
  if ((flags & WILL_QOS) === WILL_QOS) throw new Fault('will of QoS 3')
  // [MQTT-3.1.2-22]
  if (flags & PASSWORD && !(flags & USERNAME)) throw new Fault('a password of nobody')
}
