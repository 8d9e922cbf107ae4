import type { GatewayConfigEncoder } from '../gateway-codec.ts'

const UNCHANGED = 'default'

/** What it takes with a config: all else stays as it is. */
const common = [
  'uploadInterval',
  'isFilterDupData',
  'isOnlySpecialMac',
  'macList',
  'isUploadUnkown',
  'isUploadIBeacon',
  'isUploadS1',
  'isUploadGateway',
  'rssi',
  'macReg',
  'isLongFormat',
  'isJsonFormat',
  'disableLED',
]

export const encodeMinewConfig: GatewayConfigEncoder = (config, { mac, topics, requestId }) => {
  const changed = {
    ...(config.reportIntervalSeconds !== undefined && { uploadInterval: config.reportIntervalSeconds }),
    ...(config.rssiFilterDbm !== undefined && { rssi: config.rssiFilterDbm }),
  }
  if (Object.keys(changed).length === 0) return []
  const unchanged = Object.fromEntries(common.map((name) => [name, UNCHANGED]))
  const payload = {
    action: 'config',
    takeEffectImmediately: 'YES',
    common: { ...unchanged, ...changed },
    requestId,
  }
  return [{ topic: actionTopic(mac, topics), payload: JSON.stringify(payload) }]
}

export const minewReboot = (requestId: string): object => ({ action: 'reboot', requestId })

/** As its maker sets it, beside the topic that it reports on. */
function actionTopic(mac: string, topics: readonly string[]): string {
  const reported = topics.find((topic) => topic.endsWith('/status'))
  return reported ? reported.replace(/status$/, 'action') : `/gw/${mac}/action`
}
