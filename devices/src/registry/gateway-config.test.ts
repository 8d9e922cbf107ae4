import { expect, it } from 'vitest'
import { gatewayConfigEncoders } from './gateways.ts'

const to = (topics: string[]) => ({ mac: 'ac233fc001ea', topics, requestId: 'r-1' })
const config = { scanIntervalSeconds: 5, rssiFilterDbm: -90, reportIntervalSeconds: 10 }
const encoded = (downs: { topic: string; payload: string }[] | undefined) =>
  downs?.map(({ topic, payload }) => [topic, JSON.parse(payload) as unknown])

it('tells a Minew gateway what changes, and leaves the rest as it is', () => {
  expect(
    encoded(gatewayConfigEncoders['minew-gateway-json']?.(config, to(['/gw/ac233fc001ea/status']))),
  ).toEqual([
    [
      '/gw/ac233fc001ea/action',
      {
        action: 'config',
        takeEffectImmediately: 'YES',
        requestId: 'r-1',
        common: expect.objectContaining({
          uploadInterval: 10,
          rssi: -90,
          isUploadUnkown: 'default',
        }) as unknown,
      },
    ],
  ])
})

it('tells a MOKO gateway each setting for itself, where it listens', () => {
  expect(
    encoded(gatewayConfigEncoders['moko-gateway-json']?.(config, to(['/cfs1/ac233fc001ea/send']))),
  ).toEqual([
    [
      '/cfs1/ac233fc001ea/receive',
      { msg_id: 1042, device_info: { mac: 'ac233fc001ea' }, data: { rssi: -90 } },
    ],
    [
      '/cfs1/ac233fc001ea/receive',
      { msg_id: 1057, device_info: { mac: 'ac233fc001ea' }, data: { rule: 3, timeout: 10 } },
    ],
  ])
  expect(gatewayConfigEncoders['moko-gateway-json']?.(config, to(['elsewhere']))).toEqual([])
})

it('tells OpenMQTTGateway under its own name', () => {
  expect(
    encoded(gatewayConfigEncoders['omg-theengs-mqtt']?.(config, to(['home/OMG_BLE/BTtoMQTT/AABBCCDDEEFF']))),
  ).toEqual([['home/OMG_BLE/commands/MQTTtoBT/config', { interval: 5000, minrssi: -90 }]])
})

it('tells ESPresense in its room', () => {
  expect(
    encoded(gatewayConfigEncoders['espresense-mqtt']?.(config, to(['espresense/devices/known:x/hall']))),
  ).toEqual([['espresense/rooms/hall/skip_ms/set', 10_000]])
})

it('says nothing where nothing is wanted that it can be told', () => {
  for (const encodeFrame of Object.values(gatewayConfigEncoders))
    expect(encodeFrame({}, to(['/gw/x/status']))).toEqual([])
})
