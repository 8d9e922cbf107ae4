import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Format, type FormatName, formatNames, formatOf } from '@carewatch/contracts/formats'
import { ANY_IW, type Profile, profileNames, profileOf } from '@carewatch/contracts/profiles'
import { settingNames } from '@carewatch/contracts/settings'

const HEAD = `# What works with which make

Made from \`contracts/src/formats.ts\`, \`contracts/src/profiles.ts\` and \`devices/recorded\` by \`npx --yes pnpm@12 docs:supported --write\`; a test holds it to them. What each format says and is told, byte by byte, and where the papers differ: [watches.md](watches.md), [rooms.md](rooms.md), [devices.md](devices.md).

_Proof_ is how many messages of it, recorded or from papers, are read by these codecs in a test, and mean what their source says. No device of these makes has been on our desk.
`

const yes = (is: boolean): string => (is ? 'yes' : 'no')
const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n')

const list = (names: readonly string[]): string => (names.length === 0 ? 'nothing' : names.join(', '))

/** What is left out is shorter to read where a format takes nearly all. */
function settings({ settings: taken }: Format): string {
  const missing = settingNames.filter((name) => !taken.includes(name))
  if (missing.length === 0) return 'all'
  return missing.length < taken.length ? `all but ${list(missing)}` : list(taken)
}

const COUNTED = /"id": /g

/** How many recorded messages of it are read in a test. */
function proof(root: string, name: string): string {
  const file = join(root, 'devices', 'recorded', `${name}.json`)
  if (!existsSync(file)) return 'its own tests'
  return `${readFileSync(file, 'utf8').match(COUNTED)?.length ?? 0}`
}

type Named = { name: FormatName; format: Format }

const carried = (root: string, all: readonly Named[]): string =>
  table(
    [
      'make',
      'format',
      'over',
      'measures',
      'says where',
      'events',
      'commands',
      'settings',
      'confirms',
      'proof',
    ],
    all.map(({ name, format }) => [
      format.makes.join(', '),
      `\`${name}\``,
      format.transport,
      list(format.reports),
      yes(format.locates),
      list(format.events),
      list(format.commands),
      settings(format),
      yes(format.confirms),
      proof(root, name),
    ]),
  )

const gateways = (root: string, all: readonly Named[]): string =>
  table(
    ['make', 'format', 'can be set', 'confirms', 'proof'],
    all.map(({ name, format }) => [
      format.makes.join(', '),
      `\`${name}\``,
      list(format.config),
      yes(format.confirms),
      proof(root, name),
    ]),
  )

/** What differs from what holds for any of its make. */
function differs({ iw, threeG, lacks, measuresNow }: Profile): string {
  const codes = Object.keys(ANY_IW.alarms)
    .filter((code) => iw && !iw.alarms[code])
    .toSorted()
  const parts = [
    ...(codes.length > 0 ? [`codes ${codes.join(', ')} of an alarm ring as one that nobody can read`] : []),
    ...(iw?.names === 'big' ? ['names of the phonebook big-endian'] : []),
    ...(iw?.isLoginBare ? ['its login is answered with nothing behind the opcode'] : []),
    ...(threeG?.isLinkClocked ? ['its link is answered with the time'] : []),
    ...(lacks.length > 0 ? [`cannot take ${lacks.join(', ')}`] : []),
    ...(measuresNow.length === 0 ? ['measures nothing on command'] : []),
  ]
  return parts.length > 0 ? parts.join('; ') : 'nothing known'
}

const models = (): string =>
  table(
    ['model', 'profile', 'format', 'measures on command', 'what differs, where it is chosen'],
    profileNames.map((name) => {
      const profile = profileOf(name)
      const { label, format, measuresNow } = profile
      return [label, `\`${name}\``, `\`${format}\``, list(measuresNow), differs(profile)]
    }),
  )

const ADVERTISEMENTS = {
  'adv-bthome-v2': 'BTHome 2 (Shelly BLU, pvvx, b-parasite, what people build)',
  'adv-eddystone': 'Eddystone',
  'adv-govee': 'Govee',
  'adv-ibeacon': 'iBeacon, Jaalee',
  'adv-inkbird': 'Inkbird',
  'adv-minew': 'Minew',
  'adv-moko': 'MOKO',
  'adv-room-sensors-other':
    'BeeWi, ELA, HOBO, NodOn, Monit, SwitchBot, AprilBeacon, Aranet, Blue Maestro, Oria, Radioland, Sensirion, ThermoBeacon, ThermoPro',
  'adv-ruuvi': 'Ruuvi',
  'adv-shelly-blu': 'Shelly BLU',
  'adv-xiaomi-atc-pvvx': 'Xiaomi thermometers with the firmware of atc1441 or pvvx',
  'adv-xiaomi-mibeacon': 'Xiaomi MiBeacon, Qingping',
} as const

const advertisements = (root: string): string =>
  table(
    ['tags and sensors', 'proof'],
    Object.entries(ADVERTISEMENTS).map(([name, what]) => [what, proof(root, name)]),
  )

/** The page, as the code is now. */
export function supportedPage(root: string): string {
  const all = formatNames.map((name): Named => ({ name, format: formatOf(name) }))
  const isGateway = ({ format: { kind } }: Named): boolean => kind === 'GATEWAY'
  return [
    HEAD,
    '## Watches, pendants and phones\n',
    `${carried(
      root,
      all.filter((one) => !isGateway(one)),
    )}\n`,
    '## Models of a make\n',
    'Which of them a watch is, is guessed by what it sends or is registered as, and can be chosen on its page. A guess decides how names are written and what is answered; it takes no code, setting or command away.\n',
    `${models()}\n`,
    '## Gateways\n',
    `${gateways(root, all.filter(isGateway))}\n`,
    '## Tags and room sensors\n',
    'Heard by any of these gateways that hands on what it hears.\n',
    `${advertisements(root)}\n`,
  ].join('\n')
}
