import { X509Certificate } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { fingerprintOf, findPair, isWhole, type Places, readPair } from './given.ts'
import { show, shownFingerprint } from './balancer.ts'
import { hostOf, isSelfMade, makeCertificate, stillServes } from './self-made.ts'

export type Settings = Places & {
  /** Certificate and key as they are shown: what the balancer and the brokers read. */
  served: string
  /** The balancer's runtime API; there while it runs. */
  socket: string
  publicUrl: string
}

/** What is shown by now, where it can be: an empty or damaged file is none. */
function servedIn(served: string): string | undefined {
  if (!existsSync(served)) return undefined
  const pem = readFileSync(served, 'utf8')
  return isWhole(pem) ? pem : undefined
}

/** Never half of it: whoever reads finds the one before or this one, after a power cut too. Its owner writes it, the group of who shows it reads it. */
function put(served: string, pem: string): void {
  writeFileSync(`${served}.new`, pem, { mode: 0o640, flush: true })
  renameSync(`${served}.new`, served)
}

type Seen = {
  /** What an operator should know of it; nothing where all is as it was. */
  news?: string
  /** What is wrong for as long as it lasts. */
  fault?: string
}
type Choice = { pem: string; from?: string; fault?: string }

/** The operator's or what ACME brought; where neither can be shown, the one before or one of our own: what works without a certificate must not wait for one. */
async function choose(settings: Settings, before: string | undefined): Promise<Choice> {
  const host = hostOf(settings.publicUrl)
  const ownOne = async (): Promise<string> =>
    before !== undefined && stillServes(before, host) ? before : await makeCertificate(host)
  try {
    const pair = findPair(settings)
    return pair ? { pem: readPair(pair), from: pair.cert } : { pem: await ownOne() }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    const isOther = before !== undefined && !isSelfMade(new X509Certificate(before))
    return isOther
      ? { pem: before, from: settings.served, fault: `${why}; the one before goes on being shown` }
      : { pem: await ownOne(), fault: `${why}; one that we made ourselves is shown` }
  }
}

/** Shows, at each call, what is to be shown by then. */
export function createKeeper(settings: Settings): () => Promise<Seen> {
  const { served, socket, publicUrl } = settings
  let [handedOver, announced]: (string | undefined)[] = []
  return async () => {
    const before = servedIn(served)
    const { pem, from, fault } = await choose(settings, before)
    if (pem !== before) put(served, pem)
    if (existsSync(socket) && (await handOver(settings, pem, handedOver))) handedOver = pem
    const isNew = pem !== announced
    announced = pem
    return { ...(isNew && { news: newsOf(from, hostOf(publicUrl)) }), ...(fault && { fault }) }
  }
}

const newsOf = (from: string | undefined, host: string): string =>
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
