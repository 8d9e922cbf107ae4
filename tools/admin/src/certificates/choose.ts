import { X509Certificate } from 'node:crypto'
import { type Hosts, isSelfMade, whyInvalid } from '@carewatch/platform/credentials/certificate'
import { misnamed, type Pair, pairsGiven, type Places, readPair } from './given.ts'
import { hostOf, makeCertificate, namedHost, stillServes } from './self-made.ts'

export type Asked = Places & {
  /** Certificate and key as they are shown: what the balancer and the brokers read. */
  served: string
  publicUrl: string
  /** By which devices reach it, where that is another host. */
  deviceHost?: string
}
/** What is shown, where it was given by whom, and what is wrong, a line each. */
type Choice = { pem: string; from?: string; faults: string[] }
/** `pem` where it can be read, `why` where it is not valid. */
type Looked = { cert: string; pem?: string; why?: string }

const NO_ADDRESS =
  'PUBLIC_URL is no address of pages, such as https://care.example.org: for which host a certificate has to be is not known'

/**
 * The first of those given (the operator's, what ACME brought) that is valid now and for the host of PUBLIC_URL or DEVICE_HOST. Where none is: the one
 * before while it is, else the first that can be read, which devices may trust whatever we find. One of our own only where none given can be read: what
 * works without a certificate must not wait for one.
 */
export async function choose(asked: Asked, before: string | undefined): Promise<Choice> {
  const hosts = hostsOf(asked)
  const pairs = pairsGiven(asked).map((pair) => look(pair, hosts))
  const best = pairs.findIndex(({ why }) => why === undefined)
  const valid = pairs[best]
  const faults = [...faultsOf(asked), ...pairs.slice(0, valid && best).map(passedOver)]
  if (valid?.pem !== undefined) return { pem: valid.pem, from: valid.cert, faults }

  const readable = pairs.find(({ pem }) => pem !== undefined)
  if (before !== undefined && faults.length > 0 && goesOn(before, { asked, hosts, pairs }))
    return {
      pem: before,
      from: asked.served,
      faults: withShown(faults, 'the one before goes on being shown'),
    }
  if (readable?.pem !== undefined)
    return {
      pem: readable.pem,
      from: readable.cert,
      faults: [
        ...faultsOf(asked),
        ...pairs.map((pair) => (pair === readable ? shownAlthough(pair) : passedOver(pair))),
      ],
    }
  const ownHost = hostOf(asked.publicUrl) ?? 'localhost'
  const isOwn = before !== undefined && stillServes(before, ownHost)
  return {
    pem: isOwn ? before : await makeCertificate(ownHost),
    faults: withShown(faults, 'one that we made ourselves is shown'),
  }
}

/** None where PUBLIC_URL is no address: then any host is fine. */
function hostsOf({ publicUrl, deviceHost }: Asked): Hosts {
  const host = hostOf(publicUrl)
  if (host === undefined) return {}
  return { PUBLIC_URL: host, ...(deviceHost && { DEVICE_HOST: namedHost(deviceHost) }) }
}

const faultsOf = (asked: Asked): string[] => [
  ...(hostOf(asked.publicUrl) === undefined ? [NO_ADDRESS] : []),
  ...[misnamed(asked) ?? []].flat(),
]

const passedOver = ({ cert, pem, why = '' }: Looked): string =>
  pem === undefined ? why : `${cert} is passed over: ${why}`
const shownAlthough = ({ cert, why }: Looked): string =>
  `${cert} is shown although ${why}; none that was given is better`
const withShown = (faults: readonly string[], shown: string): string[] =>
  faults.map((fault) => `${fault}; ${shown}`)

type Circumstances = { asked: Asked; hosts: Hosts; pairs: readonly Looked[] }

/** Whether the one before is better than what was given: it is valid, or it was given and its renewed pair is not whole yet. */
function goesOn(before: string, { asked, hosts, pairs }: Circumstances): boolean {
  const certificate = new X509Certificate(before)
  const isVouchedFor = !isSelfMade(certificate)
  if (isVouchedFor && whyInvalid(certificate, hosts) === undefined) return true
  const isInTime = whyInvalid(certificate, {}) === undefined
  const isBroken = misnamed(asked) !== undefined || (pairs[0] !== undefined && pairs[0].pem === undefined)
  if (!isBroken) return false
  if (pairs.some(({ pem }) => pem !== undefined)) return isVouchedFor && isInTime
  // Also one that an operator signed by itself, which devices may know.
  return isVouchedFor || (isInTime && !stillServes(before, hostOf(asked.publicUrl) ?? 'localhost'))
}

function look(pair: Pair, hosts: Hosts): Looked {
  const { cert } = pair
  try {
    const pem = readPair(pair)
    const why = whyInvalid(new X509Certificate(pem), hosts)
    return { cert, pem, ...(why !== undefined && { why }) }
  } catch (error) {
    return { cert, why: error instanceof Error ? error.message : String(error) }
  }
}
