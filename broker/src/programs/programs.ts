import { WATCHED_MAX } from '@carewatch/contracts/events'
import { HOME_REFRESH } from '@carewatch/contracts/program-line'
import type { Aedes, Client, ConnectPacket } from 'aedes'
import { CONNACK } from '../auth/credentials.ts'
import { refusal } from '../auth/connect.ts'
import { takes, watchedBy } from './filters.ts'
import type { Line, Lines } from './lines.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { createProgramSignIn, isHome, isProgram, NoAnswer } from './sign-in.ts'
import { type Message, topicOf } from './topic-of.ts'

type Program = {
  /** Of a key; none: a Home Assistant, which is of nobody's company. */
  companyUuid: string | undefined
  line: Line
  outbox: Outbox
  /** What it subscribed to and was granted, each with its QoS. */
  filters: Map<string, number>
  asking?: NodeJS.Timeout | undefined
  askedAt: number
}

type Given = { username: string; password: Buffer; address: string }
type Parts = { lines: Lines; onRefused: (reason: string) => void }

/** Several filters often come after one another. */
const GATHER_MS = 100
/** Each question may be about thousands of devices. */
const ASKED_EVERY_MS = 1_000

/** A program has no session that is kept, and says nothing, not even as its last word; what Home Assistant leaves as its will for others of its broker is for nobody here. */
export function refusalOfProgram(packet: ConnectPacket): Error | undefined {
  const { username = '' } = packet
  if (!isProgram(username)) return undefined
  if (isHome(username)) delete packet.will
  if (packet.will) return refusal('a program says nothing', CONNACK.notAuthorized)
  packet.clean = true
  return undefined
}

/** By the highest QoS of the filters that take it; nothing where none does. */
function deliver({ companyUuid, filters, outbox }: Program, message: Message, text: string): void {
  const isHomes = companyUuid === undefined
  const topic = isHomes ? message.topic : topicOf(companyUuid, message)
  if (topic === undefined) return
  const granted = [...filters].filter(([filter]) => takes(filter, topic)).map(([, qos]) => qos)
  if (granted.length === 0) return
  const payload = isHomes ? (message.payload ?? '') : text
  outbox.send({ topic, payload, qos: Math.max(...granted) > 0 ? 1 : 0, retain: isHomes })
}

/** What the api is asked for by what a program subscribed to. */
const questionOf = ({ companyUuid, filters }: Program): string =>
  companyUuid === undefined
    ? HOME_REFRESH
    : JSON.stringify({ type: 'watch', ...watchedBy(companyUuid, filters.keys(), WATCHED_MAX) })

function ask(program: Program): void {
  const wait = Math.max(GATHER_MS, program.askedAt + ASKED_EVERY_MS - Date.now())
  program.asking ??= setTimeout(() => {
    program.asking = undefined
    program.askedAt = Date.now()
    program.line.send(questionOf(program))
  }, wait)
}

/** The programs that are connected: each is told what its key may see, of what it subscribed to. */
export function createPrograms({ lines, onRefused }: Parts) {
  const signIn = createProgramSignIn(lines)
  const programs = new Map<Client, Program>()

  return {
    /** Lets a program in, and answers of which company it is, if of one; throws the refusal that its CONNACK carries. */
    async signIn(client: Client, given: Given): Promise<string | undefined> {
      const known = await signIn(given).catch((error: unknown) => {
        onRefused(error instanceof NoAnswer ? 'programUnanswered' : 'program')
        if (error instanceof NoAnswer) client.close()
        throw error
      })
      const { companyUuid, line, follow } = known
      if (client.closed) {
        line.end()
        throw refusal('gone', CONNACK.notAuthorized)
      }
      const outbox = createOutbox(client, () => {
        onRefused('programTooSlow')
        client.close()
      })
      const program: Program = { companyUuid, line, outbox, filters: new Map(), askedAt: 0 }
      programs.set(client, program)
      follow({
        message: (message, text) => deliver(program, message, text),
        ended: () => client.close(),
      })
      return companyUuid
    },
    /** A Home Assistant has started: it is told all anew. */
    started(client: Client): void {
      const program = programs.get(client)
      if (program) ask(program)
    },
    follow(broker: Aedes): void {
      broker.on('subscribe', (subscriptions, client) => {
        const program = programs.get(client)
        if (!program) return
        for (const { topic, qos } of subscriptions) if (qos < 128) program.filters.set(topic, qos)
        ask(program)
      })
      broker.on('unsubscribe', (topics, client) => {
        const program = programs.get(client)
        if (!program || client.closed) return
        for (const topic of topics) program.filters.delete(topic)
        ask(program)
      })
      broker.on('ack', (_packet, client) => programs.get(client)?.outbox.acknowledged())
    },
    gone(client: Client): void {
      const program = programs.get(client)
      if (!program) return
      programs.delete(client)
      clearTimeout(program.asking)
      program.line.end()
    },
    count: (): number => programs.size,
    close: (): void => lines.close(),
  }
}
export type Programs = ReturnType<typeof createPrograms>
