import { macOf } from '@carewatch/devices/kit/text'
import type { Message3g } from '@carewatch/devices/watch-3g/messages'
import { withoutAbsent } from './plain.ts'

/** What a watch tells of itself; of a network's password nothing. */
export function aboutItself({ type, args }: Message3g): Record<string, unknown> {
  const whole = args.join(',') || undefined
  switch (type) {
    case 'VERNO':
      return { firmware: whole }
    case 'ICCID':
      return { iccid: whole }
    case 'RYIMEI':
      return { imei: whole }
    case 'CONFIG':
      return configOf(pairsOf(args.join(';')))
    case 'TS':
      return statusOf(pairsOf(args.join(',')))
    case 'WIFIINFOUP':
      return networkOf(args)
    default:
      return {}
  }
}

type Pairs = Record<string, string>

/** `key:value`, with `;` between. */
const pairsOf = (text: string): Pairs =>
  Object.fromEntries(
    text
      .split(';')
      .filter((pair) => pair.includes(':'))
      .map((pair) => [pair.slice(0, pair.indexOf(':')).trim(), pair.slice(pair.indexOf(':') + 1).trim()]),
  )

const numberOf = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Number(text)

const configOf = (config: Pairs) =>
  withoutAbsent({ config, model: config['TY'], upload_interval_s: numberOf(config['UL']) })

const statusOf = (status: Pairs) =>
  withoutAbsent({
    status,
    firmware: status['ver'],
    imei: status['imei'],
    heartbeat_interval_s: numberOf(status['lk']),
    upload_interval_s: numberOf(status['upload']),
    time_zone: status['zone'],
    language: status['language'],
  })

function networkOf([name = '', , bssid = '']: readonly string[]) {
  const ssid = Buffer.from(name, 'hex').toString('utf8')
  return { ssid, wifi_name: ssid, bssid: macOf(bssid) }
}
