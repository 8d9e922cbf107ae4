import { type Copy, insertBefore } from './copy.ts'

/** One line that makes one more of a kind, and what the compiler must then ask for by name: files, or texts. */
export type Addition = { what: string; path: string; place: string; line: string; asks: readonly string[] }

export const additions: readonly Addition[] = [
  {
    what: 'a kind of alarm that comes from a watch',
    path: 'contracts/src/alarms.ts',
    place: '  GATEWAY_OFFLINE: {',
    line: "  SEIZURE: { ...physiological, monitoringType: 'ALARM', source: 'device' },\n",
    asks: ['contracts/src/rules/index.ts', 'alarm.SEIZURE', 'alarmKind.SEIZURE'],
  },
  {
    what: 'a kind of alarm that comes from a room',
    path: 'contracts/src/alarms.ts',
    place: '  GATEWAY_OFFLINE: {',
    line: "  SMOKE: { ...ofRoom, notification: 'ALARM' },\n",
    asks: ['contracts/src/rules/rooms/index.ts', 'alarm.SMOKE', 'alarmKind.SMOKE'],
  },
  {
    what: 'a metric that says nothing of its picture',
    path: 'contracts/src/metrics.ts',
    place: '} as const satisfies Record<string, Metric>',
    line: `  glucose: { id: 99, unit: 'mmol/L', decimals: 1, range: { min: 1, max: 40 }, zeroMeansAbsent: true, simulated: { as: 'steady', low: 4.5, high: 6.5, everyMinutes: 60 }, tile: {} },\n`,
    asks: ['contracts/src/metrics.ts', "Property 'icon' is missing"],
  },
  {
    what: 'a metric that says nothing of how the simulator has it',
    path: 'contracts/src/metrics.ts',
    place: '} as const satisfies Record<string, Metric>',
    line: `  glucose: { id: 99, unit: 'mmol/L', decimals: 1, range: { min: 1, max: 40 }, zeroMeansAbsent: true },\n`,
    asks: ['contracts/src/metrics.ts', "Property 'simulated' is missing"],
  },
  {
    what: 'a metric with a model of its own in the simulator',
    path: 'contracts/src/metrics.ts',
    place: '} as const satisfies Record<string, Metric>',
    line: `  glucose: { id: 99, unit: 'mmol/L', decimals: 1, range: { min: 1, max: 40 }, zeroMeansAbsent: true, simulated: { as: 'modelled', everyMinutes: 60 } },\n`,
    asks: ['tools/simulator/src/demo/history.ts', "Property 'glucose' is missing"],
  },
  {
    what: 'a picture of a tile',
    path: 'contracts/src/metrics.ts',
    place: "  'droplet',\n",
    line: "  'apple',\n",
    asks: ['web/src/vitals/VitalTile.tsx'],
  },
  {
    what: 'a watch that speaks over a plain socket',
    path: 'contracts/src/formats.ts',
    place: "  'watch-wristband': {",
    line: "  'watch-new': watch,\n",
    asks: ['devices/src/registry/protocols.ts'],
  },
  {
    what: 'a phone or watch that speaks MQTT',
    path: 'contracts/src/formats.ts',
    place: "  'watch-wristband': {",
    line: "  'phone-new': { ...watch, kind: 'PHONE', transport: 'MQTT' },\n",
    asks: ['devices/src/registry/watch-codecs.ts'],
  },
  {
    what: 'a gateway that can be told something',
    path: 'contracts/src/formats.ts',
    place: "  'ingics-gprp': gateway,",
    line: "  'gateway-new': { ...gateway, config: ['rssiFilterDbm'] },\n",
    asks: ['devices/src/registry/gateways.ts'],
  },
  {
    what: 'a channel to people',
    path: 'contracts/src/escalation.ts',
    place: "'EMAIL'] as const",
    line: "'WHATSAPP', ",
    asks: [
      'rules-engine/src/deliveries/channels/senders.ts',
      'platform/src/escalation/ways.ts',
      'api/src/channels/own.ts',
      'alarms.channel.WHATSAPP',
    ],
  },
  {
    what: 'a language',
    path: 'contracts/src/languages.ts',
    place: "'fr'] as const",
    line: "'es', ",
    asks: [
      'contracts/src/messages/catalogue.ts',
      'web/src/i18n/messages.ts',
      'web/src/i18n/language-names.ts',
      'web/src/ui/form/date-locale.ts',
    ],
  },
  {
    what: 'a role',
    path: 'contracts/src/roles.ts',
    place: "  'USER',\n",
    line: "  'DOCTOR',\n",
    asks: ['api/src/access/visible.ts', 'web/src/shell/homes.ts', 'role.DOCTOR'],
  },
]

/** The projects of `check` that are not the tools' alone. */
const PROJECTS = ['tsconfig.json', 'web', 'contracts']

/** Everything that the compiler says of the copy. */
export async function compilerOn(copy: Copy): Promise<string> {
  const outputs: string[] = []
  for (const project of PROJECTS) {
    const kept = `node_modules/.cache/recipes/${project}.tsbuildinfo`
    const words = ['-p', project, '--incremental', '--tsBuildInfoFile', kept, '--noErrorTruncation']
    outputs.push((await copy.run({}, 'npx', '--yes', 'pnpm@12', 'exec', 'tsc', ...words)).output)
  }
  return outputs.join('\n')
}

/** What of an addition the compiler does not ask for; the copy is afterwards as it was. */
export async function notAskedFor(copy: Copy, { path, place, line, asks }: Addition): Promise<string[]> {
  const before = copy.read(path)
  insertBefore(copy, path, { place, lines: line })
  const output = await compilerOn(copy)
  copy.write(path, before)
  return asks.filter((name) => !output.includes(name))
}
