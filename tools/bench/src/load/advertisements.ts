const FLAGS = '020106'
const MAC = 'a4c138112233'

const structure = (type: string, body: string): string =>
  `${(body.length / 2 + 1).toString(16).padStart(2, '0')}${type}${body}`
const service = (uuid: string, body: string): string => `${FLAGS}${structure('16', uuid + body)}`
const maker = (company: string, body: string): string => `${FLAGS}${structure('ff', company + body)}`

const hex = (digits: string): Uint8Array => Buffer.from(digits, 'hex')

/** One advertisement of each family, made up by what its makers publish. */
export const advertisements: Readonly<Record<string, Uint8Array>> = {
  'BTHome v2': hex(service('d2fc', '40000901640262090348122d01')),
  'Minew FFE1': hex(service('e1ff', 'a1016416802d00332211383fac')),
  'Ruuvi 5': hex(maker('9904', '0512fc5394c37c0004fffc040cac364200cdcbb8334c884f')),
  Eddystone: hex(service('aafe', '20000bb8168000000001000003e8')),
  iBeacon: hex(maker('4c00', '0215fda50693a4e24fb1afcfc6eb07647825000a0007c5')),
  ATC1441: hex(service('1a18', `${MAC}00e1315f0bb807`)),
  'Shelly BLU': hex(`${service('d2fc', '44003b01642d013f0000')}${structure('ff', 'a90b0106000b0100')}`),
  'Ingics iBS': hex(maker('0d00', '83bc290100aaaaffff000003180300')),
}
