import { X509Certificate } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import {
  endOf,
  ENDS_SOON_MS,
  faultsBeside,
  isSelfMade,
  whyInvalid,
} from '@carewatch/platform/credentials/certificate'
import { fingerprintOf, isWhole, misnamed, type Pair, pairsGiven, type Places, readPair } from './given.ts'
import { show, shownFingerprint } from './balancer.ts'
import { hostOf, makeCertificate, stillServes } from './self-made.ts'

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
type Choice = { pem: string; from?: string; faults: string[] }

const NO_ADDRESS =
  'PUBLIC_URL is no address of pages, such as https://care.example.org: for which host a certificate has to be is not known'

/**
 * The first of those given that is valid for the host of PUBLIC_URL: the operator's, what ACME brought. Where none is, the one before while it is
 * valid, or one of our own: what works without a certificate must not wait for one.
 */
async function choose(settings: Settings, before: string | undefined): Promise<Choice> {
  const host = hostOf(settings.publicUrl)
  const faults = [...(host === undefined ? [NO_ADDRESS] : []), ...[misnamed(settings) ?? []].flat()]
  for (const pair of pairsGiven(settings)) {
    const { pem, fault } = look(pair, host)
    if (pem !== undefined) return { pem, from: pair.cert, faults }
    faults.push(fault)
  }
  if (faults.length > 0 && before !== undefined && goesOn(before, host))
    return {
      pem: before,
      from: settings.served,
      faults: withShown(faults, 'the one before goes on being shown'),
    }
  const ownHost = host ?? 'localhost'
  const isOwn = before !== undefined && stillServes(before, ownHost)
  return {
    pem: isOwn ? before : await makeCertificate(ownHost),
    faults: withShown(faults, 'one that we made ourselves is shown'),
  }
}

const withShown = (faults: readonly string[], shown: string): string[] =>
  faults.map((fault) => `${fault}; ${shown}`)

/** Somebody vouches for it, and browsers take it. */
function goesOn(pem: string, host: string | undefined): boolean {
  const certificate = new X509Certificate(pem)
  return !isSelfMade(certificate) && whyInvalid(certificate, host) === undefined
}

type Looked = { pem: string; fault?: undefined } | { pem?: undefined; fault: string }

function look(pair: Pair, host: string | undefined): Looked {
  try {
    const pem = readPair(pair)
    const why = whyInvalid(new X509Certificate(pem), host)
    return why === undefined ? { pem } : { fault: `${pair.cert} is passed over: ${why}` }
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) }
  }
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
    ? `THE CERTIFICATE THAT IS SHOWN ENDS at ${new Date(end).toISOString()}: lay the next one into certs/, or look why ACME brings none`
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
