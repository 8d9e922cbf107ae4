import { Body, Fault } from './body.ts'
import { checkConnectBody } from './connect.ts'
import { isFilter, isTopic } from './topics.ts'

/** What stands in a packet's first byte, as mqtt-packet reads it. */
export type Header = { cmd: string | undefined; qos: number; dup: boolean }

/** Reads one packet that a client sent, and throws where MQTT 3.1.1 forbids it and aedes or its parser would let it pass. */
export function checkPacket(header: Header, bytes: Buffer): void {
  const check = CHECKS[header.cmd ?? '']
  if (!check) throw new Fault('no packet that a client sends')
  check(new Body(bytes), header)
}

const CHECKS: Record<string, (body: Body, header: Header) => void> = {
  connect: checkConnectBody,
  publish: checkPublish,
  subscribe: checkSubscribe,
  unsubscribe: checkUnsubscribe,
  puback: checkAnswer,
  pubrec: checkAnswer,
  pubrel: checkAnswer,
  pubcomp: checkAnswer,
  pingreq: (body) => body.end(),
  disconnect: (body) => body.end(),
}

function checkPublish(body: Body, { qos, dup }: Header): void {
  // [MQTT-3.3.1-2]
  if (dup && qos === 0) throw new Fault('a repeat that nobody waits for')
  if (!isTopic(body.text())) throw new Fault('no topic to publish on')
  if (qos > 0) body.packetId()
}

function checkSubscribe(body: Body): void {
  body.packetId()
  do {
    checkFilter(body)
    if (body.byte() > 2) throw new Fault('no such QoS')
  } while (body.left > 0)
}

function checkUnsubscribe(body: Body): void {
  body.packetId()
  do checkFilter(body)
  while (body.left > 0)
}

function checkFilter(body: Body): void {
  if (!isFilter(body.text())) throw new Fault('no filter')
}

function checkAnswer(body: Body): void {
  body.packetId()
  body.end()
}
