import { X509Certificate } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { endOf, ENDS_SOON_MS, faultsBeside } from '@carewatch/platform/credentials/certificate'
import { show, shownFingerprint } from './balancer.ts'
import { type Asked, choose } from './choose.ts'
import { fingerprintOf, isWhole } from './given.ts'
import { hostOf } from './self-made.ts'

export type Settings = Asked & {
  /** The balancer's runtime API; there while it runs. */
  socket: string
}

/** What is shown by now, where it can be: an empty or damaged file is none. */
function servedIn(served: string): string | undefined {
  if (!existsSync(served)) return undefined
  const pem = readFileSync(served, 'utf8')
  return isWhole(pem) ? pem : undefined
}

/** Never half of it: whoever reads finds the one before or this one, after a power cut too. Its owner writes it, the group of who shows it reads it. */
function put(file: string, text: string): void {
  writeFileSync(`${file}.new`, text, { mode: 0o640, flush: true })
  renameSync(`${file}.new`, file)
}

type Seen = {
  /** What an operator should know of it; nothing where all is as it was. */
  news?: string
  /** What is wrong for as long as it lasts, a line each. */
  faults: string[]
  /** That what is shown ends within days. */
  soon?: string
}
/** Shows, at each call, what is to be shown by then. */
export function createKeeper(settings: Settings): () => Promise<Seen> {
  const { served, socket, publicUrl } = settings
  let [handedOver, announced]: (string | undefined)[] = []
  return async () => {
    const before = servedIn(served)
    const { pem, from, faults } = await choose(settings, before)
    if (pem !== before) put(served, pem)
    noteFaults(served, faults)
    if (existsSync(socket) && (await handOver(settings, pem, handedOver))) handedOver = pem
    const isNew = pem !== announced
    announced = pem
    const soon = endsSoon(pem)
    return { ...(isNew && { news: newsOf(from, hostOf(publicUrl)) }), faults, ...(soon && { soon }) }
  }
}

/** For the doctor and the figures of the brokers, who see the folder and not the log. */
function noteFaults(served: string, faults: readonly string[]): void {
  const file = faultsBeside(served)
  const text = faults.map((fault) => `${fault}\n`).join('')
  const before = existsSync(file) ? readFileSync(file, 'utf8') : ''
  if (text !== before) put(file, text)
}

function endsSoon(pem: string, now = Date.now()): string | undefined {
  const end = endOf(new X509Certificate(pem))
  return end - now < ENDS_SOON_MS
    ? `THE CERTIFICATE THAT IS SHOWN ${end > now ? 'ENDS' : 'ENDED'} at ${new Date(end).toISOString()}: lay the next one into certs/, or look why ACME brings none`
    : undefined
}

const newsOf = (from: string | undefined, host = 'localhost'): string =>
  from
    ? `the certificate of ${from} is shown`
    : `a certificate that we made ourselves for ${host} is shown: PEOPLE’S BROWSERS WILL WARN, and watches may refuse it. Lay one that is vouched for into certs/ (fullchain.pem, privkey.pem), or use docker-compose.acme.yml`

/** Whether the balancer shows it from now on. Its fingerprint is the leaf’s alone: what else stands in the file is known only by whoever gave it. */
async function handOver({ socket, served }: Settings, pem: string, before?: string): Promise<boolean> {
  const shown = await shownFingerprint(socket, served).catch(() => undefined)
  // It is not there, or is about to be: then it reads the file itself.
  if (shown === undefined) return false
  if (pem !== before || shown !== fingerprintOf(pem)) await show(socket, served, pem)
  return true
}
