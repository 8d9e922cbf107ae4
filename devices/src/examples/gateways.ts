type Message = { topic: string; payload: Uint8Array }

const json = (topic: string, body: unknown): Message => ({
  topic,
  payload: Buffer.from(JSON.stringify(body)),
})
const text = (topic: string, words: string): Message => ({ topic, payload: Buffer.from(words) })
const bytes = (topic: string, digits: string): Message => ({ topic, payload: Buffer.from(digits, 'hex') })

const adv = '0201060303e1ff0d16e1ffa1216401fa31a03f23ac'

/** One message of each format and shape, made up by what their makers publish: for tests. */
export const examples: Record<string, readonly Message[]> = {
  'minew-gateway-json': [
    json('/gw/ac233fc001ea/status', [
      { timestamp: '2026-11-21T11:59:58Z', type: 'Gateway', mac: 'AC233FC001EA', gatewayFree: 80 },
      { timestamp: '2026-11-21T11:59:58Z', type: 'Unknown', mac: 'AC233FA031FA', rssi: -60, rawData: adv },
      { timestamp: '2026-11-21T11:59:58Z', type: 'S1', mac: 'AC233FA031FB', rssi: -61, temperature: 21.5 },
    ]),
  ],
  'minew-gateway-binary': [
    bytes('/gw/ac233fc001ea/status', `bb010000002f${'ac233fc001ea'}0001${'ac233fa031fa'}000115${adv}00c4dd`),
  ],
  'moko-gateway-json': [
    json('/cfs1/d48c49f7909c/send', {
      msg_id: 3070,
      device_info: { mac: 'd48c49f7909c' },
      data: [
        { timestamp: 1_795_262_398_000, type_code: 10, rssi: -60, mac: 'ac233fa031fa', adv_data: adv },
        { timestamp: 17, type_code: 9, rssi: -70, mac: 'c0ffee000001', door_status: 1, detection_status: 1 },
        { timestamp: 17, type_code: 7, rssi: -70, mac: 'c0ffee000002', frame_type: 2, alarm_status: 4 },
      ],
    }),
  ],
  'moko-mkgw4-binary': [
    bytes('gw', 'ef30a0c5e390f30bce0019' + '00000109' + '010006c0ffee000001' + '040001b80b0001000d000101'),
  ],
  'ingics-gprp': [
    text('ingics', `$GPRP,AC233FA031FA,806172C89C09,-60,${adv.toUpperCase()},1795262398`),
    json('ingics', {
      data: [
        { ts: 1_795_262_398, gw: 'F008D178943C', tag: '0081F96B918D', rssi: -54, type: 'iBS03T', temp: 25 },
      ],
    }),
  ],
  'ruuvi-gateway-mqtt': [
    json('ruuvi/AA:CC:EE:00:11:22/AA:BB:CC:01:02:03', {
      gw_mac: 'AA:CC:EE:00:11:22',
      rssi: '-70',
      ts: '1795262398',
      data: '0201061bff99040512fc5394c37c0004fffc040cac364200cdcbb8334c884f',
    }),
  ],
  'omg-theengs-mqtt': [
    json('home/OMG/BTtoMQTT/A4C138000001', {
      id: 'A4:C1:38:00:00:01',
      rssi: -69,
      brand: 'Xiaomi',
      model: 'TH Sensor',
      type: 'THB',
      tempc: 22.5,
      hum: 65,
      batt: 77,
    }),
    json('home/OMG/BTtoMQTT/A4C138000002', {
      id: 'A4:C1:38:00:00:02',
      rssi: -69,
      servicedata: '40000701633a01',
      servicedatauuid: '0xfcd2',
    }),
    text('home/OMG/LWT', 'offline'),
  ],
  'espresense-mqtt': [
    json('espresense/devices/iBeacon:e5ca1ade-f007-ba11-0000-000000000000-1-2/hall', {
      mac: 'd8a07885c1d',
      id: 'iBeacon:e5ca1ade-f007-ba11-0000-000000000000-1-2',
      'rssi@1m': -59,
      rssi: -71.2,
      distance: 3.1,
      batt: 88,
    }),
    text('espresense/rooms/hall/status', 'offline'),
  ],
  'shelly-ble-mqtt': [
    json('shellyplus1-aabbcc/events/rpc', {
      src: 'shellyplus1-aabbcc',
      method: 'NotifyEvent',
      params: {
        ts: 1_795_262_398,
        events: [
          {
            data: {
              BTHome_version: 2,
              pid: 5,
              Window: 1,
              Button: [0, 4],
              addr: 'b4:35:22:00:00:01',
              rssi: -68,
            },
          },
        ],
      },
    }),
  ],
  'april-brother-v4': [
    json('gateway', {
      v: 1,
      mid: 2,
      time: 1_795_262_398,
      mac: 'AABBCC000001',
      devices: [`02c8fd1949a530ce${adv}`],
    }),
    // The same, packed.
    bytes('gateway', `82a36d696401a76465766963657391c41d02c8fd1949a530ce${adv}`),
  ],
}
