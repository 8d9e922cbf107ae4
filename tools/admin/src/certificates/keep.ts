import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { fingerprintOf, findPair, type Places, readPair } from './given.ts'
import { show, shownFingerprint } from './balancer.ts'
import { hostOf, makeCertificate, stillServes } from './self-made.ts'

export type Settings = Places & {
  /** Certificate and key as they are shown: what the balancer and the brokers read. */
  served: string
  /** The balancer's runtime API; there while it runs. */
  socket: string
  publicUrl: string
}

const servedIn = (served: string): string | undefined =>
  existsSync(served) ? readFileSync(served, 'utf8') : undefined

/** Never half of it: whoever reads finds the one before or this one. Its owner writes it, the group of who shows it reads it. */
function put(served: string, pem: string): void {
  writeFileSync(`${served}.new`, pem, { mode: 0o640 })
  renameSync(`${served}.new`, served)
}

/** Shows what is to be shown by now; answers what an operator should know of it, or nothing where all is as it was. */
export async function refresh(settings: Settings): Promise<string | undefined> {
  const { served, socket, publicUrl } = settings
  const before = servedIn(served)
  const pair = findPair(settings)
  const host = hostOf(publicUrl)
  const keeps = !pair && before !== undefined && stillServes(before, host)
  const pem = pair ? readPair(pair) : keeps ? before : await makeCertificate(host)
  if (pem !== before) put(served, pem)
  const isBalancerTaught = existsSync(socket) && (await teach(socket, served, pem))
  if (pem === before && !isBalancerTaught) return undefined
  return pair
    ? `the certificate of ${pair.cert} is shown`
    : `a certificate that we made ourselves for ${host} is shown: PEOPLE’S BROWSERS WILL WARN, and watches may refuse it. Lay one that is vouched for into certs/ (fullchain.pem, privkey.pem), or use docker-compose.acme.yml`
}

async function teach(socket: string, served: string, pem: string): Promise<boolean> {
  const shown = await shownFingerprint(socket, served).catch(() => undefined)
  // It is not there, or is about to be: then it reads the file itself.
  if (shown === undefined || shown === fingerprintOf(pem)) return false
  await show(socket, served, pem)
  return true
}
