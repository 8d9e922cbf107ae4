import { findProgram, installMissing, type Program } from '../installed.ts'
import { step } from '../progress.ts'
import { HAPROXY_PLACES } from '../topology/balancer.ts'
import { REDIS_PLACES } from '../topology/redis.ts'
import { buildWeb, isWebBuilt } from '../web-build.ts'
import { CHROMIUM, findChromium, HEADLESS_SHELL } from './chromium.ts'

const REDIS: Program = { places: REDIS_PLACES, debianPackage: 'redis-server' }
const MOSQUITTO: Program = {
  places: ['/usr/bin/mosquitto_pub', '/opt/homebrew/bin/mosquitto_pub'],
  debianPackage: 'mosquitto-clients',
}
const HAPROXY: Program = { places: HAPROXY_PLACES, debianPackage: 'haproxy' }

/** What the tests beyond the unit tests use: installed where it can be, the web built meanwhile; the variables by which the tests find it. */
export async function preparePrograms(): Promise<Record<string, string>> {
  await Promise.all([
    installMissing([HEADLESS_SHELL, CHROMIUM, REDIS, HAPROXY, MOSQUITTO]),
    isWebBuilt() ? undefined : step('Web built', buildWeb),
  ])
  const chromium = await findChromium()
  const shell = findProgram(HEADLESS_SHELL.places, HEADLESS_SHELL.debianPackage) ?? chromium
  if (!chromium) console.log('  no Chromium to be had here: the browser journeys are skipped and say so')
  const redis = findProgram(REDIS.places, REDIS.debianPackage)
  if (!redis) console.log('  no Redis to be had here: what needs it is skipped and says so')
  const haproxy = findProgram(HAPROXY.places, HAPROXY.debianPackage)
  if (!haproxy) console.log('  no HAProxy to be had here: what needs it is skipped and says so')
  return {
    ...(chromium && shell && { CHROMIUM_PATH: shell, WHOLE_CHROMIUM_PATH: chromium }),
    ...(redis && { REDIS_SERVER: redis }),
    ...(haproxy && { HAPROXY: haproxy }),
  }
}
