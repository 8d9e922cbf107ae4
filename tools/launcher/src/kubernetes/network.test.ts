import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { ROOT } from '../env.ts'
import { isSelected, objectsIn, partOf, workloadsOf } from './objects.ts'
import { MANIFESTS } from './render.ts'

const Labels = z.record(z.string(), z.string())
const Peer = z.object({
  podSelector: z.object({ matchLabels: Labels }).optional(),
  namespaceSelector: z.object({ matchLabels: Labels }).optional(),
  ipBlock: z.object({ cidr: z.string() }).optional(),
})
const Ports = z.array(z.object({ port: z.number(), protocol: z.string().default('TCP') }))
const Policy = z.looseObject({
  spec: z.object({
    podSelector: z.object({ matchLabels: Labels }),
    policyTypes: z.array(z.string()),
    ingress: z.array(z.object({ from: z.array(Peer).optional(), ports: Ports })).default([]),
    egress: z.array(z.object({ to: z.array(Peer).optional(), ports: Ports })).default([]),
  }),
})

const all = ['network', 'broker', 'api', 'rules-engine', 'balancer', 'migrations', 'redis', 'admin'].flatMap(
  (name) => objectsIn(readFileSync(join(ROOT, MANIFESTS, `${name}.yaml`), 'utf8')),
)
const policies = all.filter(({ kind }) => kind === 'NetworkPolicy').map((object) => Policy.parse(object).spec)
const pods = new Map(workloadsOf(all).map((one) => [partOf(one), one.spec.template.metadata.labels]))
pods.set('database', { 'cnpg.io/cluster': 'carewatch-database' })
const parts = [...pods.keys()]

/** Whether the peers of a rule take a pod in; a rule without peers takes everybody. */
const takes = (peers: z.output<typeof Peer>[] | undefined, labels: Record<string, string>): boolean =>
  peers === undefined ||
  peers.some(
    ({ podSelector, namespaceSelector }) =>
      podSelector !== undefined && !namespaceSelector && isSelected(labels, podSelector.matchLabels),
  )

/** As Kubernetes has it: a way is open where both ends let it, each by any policy that is about it, or by none at all. */
function reaches(from: string, to: string, port: number): boolean {
  const [source = {}, target = {}] = [pods.get(from), pods.get(to)]
  const about = (labels: Record<string, string>, type: string) =>
    policies.filter(
      ({ podSelector, policyTypes }) =>
        policyTypes.includes(type) && isSelected(labels, podSelector.matchLabels),
    )
  const leaving = about(source, 'Egress')
  const coming = about(target, 'Ingress')
  const hasPort = (ports: z.output<typeof Ports>): boolean =>
    ports.some((one) => one.port === port && one.protocol === 'TCP')
  const mayLeave =
    leaving.length === 0 ||
    leaving.some(({ egress }) => egress.some((rule) => hasPort(rule.ports) && takes(rule.to, target)))
  const mayCome =
    coming.length === 0 ||
    coming.some(({ ingress }) => ingress.some((rule) => hasPort(rule.ports) && takes(rule.from, source)))
  return mayLeave && mayCome
}

const PORTS = [1883, 1884, 5093, 5432, 6379, 8080, 8883, 9100, 9101]
const NEEDED = [
  ...['broker', 'api', 'rules-engine', 'migrations', 'admin'].map((part) => `${part} database 5432`),
  ...['broker', 'rules-engine', 'migrations', 'admin'].map((part) => `${part} redis 6379`),
  ...['api', 'rules-engine', 'admin'].map((part) => `${part} balancer 1884`),
  ...[1883, 5093, 8883, 9100].map((port) => `balancer broker ${port}`),
]

it('lets each part reach what it calls, and nobody else reach anybody', () => {
  // Who is no policy's business at the leaving end (the servers of the database) still comes in nowhere.
  const open = parts.flatMap((from) =>
    parts
      .filter((to) => to !== from)
      .flatMap((to) =>
        PORTS.filter((port) => reaches(from, to, port)).map((port) => `${from} ${to} ${port}`),
      ),
  )
  // The ports of devices are open to whoever is let out to them; of ours that is the database's servers alone.
  const toDevices = open.filter((way) => /^database balancer (?:1883|8883)$/.test(way))
  expect(open.filter((way) => !toDevices.includes(way)).toSorted()).toEqual(NEEDED.toSorted())
})

it('lets strangers come to the ports of devices alone', () => {
  const unbounded = policies.flatMap(({ podSelector, ingress }) =>
    ingress
      .filter(({ from }) => from === undefined)
      .map(({ ports }) => [
        podSelector.matchLabels['app.kubernetes.io/component'],
        ports.map(({ port }) => port),
      ]),
  )
  expect(unbounded).toEqual([['balancer', [1883, 8883]]])
})

it('names the ways by which others come, by their namespace', () => {
  const named = policies.flatMap(({ podSelector, ingress }) =>
    ingress.flatMap(({ from = [], ports }) =>
      from.flatMap(({ namespaceSelector }) =>
        namespaceSelector
          ? [
              `${Object.values(namespaceSelector.matchLabels)[0]} ${podSelector.matchLabels['app.kubernetes.io/component'] ?? 'database'} ${ports.map(({ port }) => port).join()}`,
            ]
          : [],
      ),
    ),
  )
  expect(named.toSorted()).toEqual(
    [
      'cnpg-system database 5432,8000',
      'ingress-nginx api 8080',
      ...['api 9100', 'balancer 9101', 'broker 9100', 'database 9187', 'rules-engine 9100'].map(
        (end) => `monitoring ${end}`,
      ),
    ].toSorted(),
  )
})
