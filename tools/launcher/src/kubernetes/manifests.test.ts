import { globSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { SECRETS } from '@carewatch/platform/environment'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { ROOT, VARIABLES } from '../env.ts'
import {
  type Container,
  isSelected,
  type Manifest,
  objectsIn,
  partOf,
  servicesOf,
  workloadsOf,
} from './objects.ts'
import { CHART, fingerprint, MANIFESTS } from './render.ts'

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
const { resources } = z
  .object({ resources: z.array(z.string()) })
  .parse(parse(read(`${MANIFESTS}/kustomization.yaml`)))
const objects = resources.flatMap((name) => objectsIn(read(`${MANIFESTS}/${name}`)))
const workloads = workloadsOf(objects)
const services = servicesOf(objects)
const ours = workloads.filter(({ spec }) => spec.template.spec.containers[0].image.includes('carewatch'))
const ofKind = (kind: string): Manifest[] => objects.filter((object) => object.kind === kind)
const workload = (part: string) => {
  const found = workloads.find((one) => partOf(one) === part)
  if (!found) throw new Error(`no ${part}`)
  return found
}
const containerOf = (part: string): Container => workload(part).spec.template.spec.containers[0]
const valueOf = (part: string, name: string): string | undefined =>
  containerOf(part).env.find((variable) => variable.name === name)?.value

/** The folder of a part's program, and what its `env.ts` takes. */
const FOLDERS = { broker: 'broker', api: 'api', 'rules-engine': 'rules-engine' } as const
function takenBy(folder: string): Set<string> {
  const shapes = [
    `${folder}/src/env.ts`,
    ...globSync(['platform/src/telemetry/env.ts', 'platform/src/graceful-shutdown.ts'], { cwd: ROOT }),
    ...globSync('contracts/src/{location-service,retention,sms,telegram}.ts', { cwd: ROOT }),
    'platform/src/credentials/push-keys.ts',
  ]
  return new Set(
    shapes.flatMap((path) =>
      [...read(path).matchAll(/\b([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|HOST)\b/g)].map(([name]) => name),
    ),
  )
}

describe('deploy/kubernetes', () => {
  it('is rendered from the chart as it is: npx --yes pnpm@12 kubernetes --write', () => {
    expect(read(`${MANIFESTS}/kustomization.yaml`)).toContain(fingerprint())
    const files = globSync(`${MANIFESTS}/*.yaml`, { cwd: ROOT }).map((path) => path.split('/').at(-1) ?? '')
    expect(files.toSorted()).toEqual([...resources, 'kustomization.yaml', 'values.yaml'].toSorted())
  })

  it('holds each object once, and no secret', () => {
    const names = objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`)
    expect(names.length).toBeGreaterThan(30)
    expect(new Set(names).size).toBe(names.length)
    expect(ofKind('Secret')).toEqual([])
    expect(objects.map(({ metadata }) => metadata.namespace)).toEqual(objects.map(() => 'carewatch'))
  })

  it.each(Object.entries(FOLDERS))('gives %s the variables that it takes, and no other', (part, folder) => {
    const taken = takenBy(folder)
    const given = containerOf(part).env.map(({ name }) => name)
    const unknown = given
      .filter((name) => name !== 'NODE_OPTIONS' && !name.endsWith('_DATABASE_URL_FILE'))
      .filter((name) => !taken.has(name.replace(/_FILE$/, '')))
    expect(unknown).toEqual([])
    const [own] = given.filter((name) => name.endsWith('DATABASE_URL_FILE'))
    expect(read(`${folder}/src/env.ts`)).toContain(`['${own?.replace('_FILE', '')}']`)
  })

  it('gives each secret by a file that is there, to whom it belongs', () => {
    for (const { metadata, spec } of ours)
      for (const container of [...spec.template.spec.initContainers, ...spec.template.spec.containers])
        for (const { name, value } of container.env.filter((one) => one.name.endsWith('_FILE'))) {
          expect([name, SECRETS.some((secret) => `${secret}_FILE` === name)]).toEqual([name, true])
          const mount = container.volumeMounts.find(({ mountPath }) => value.startsWith(`${mountPath}/`))
          const volume = spec.template.spec.volumes.find((one) => one.name === mount?.name)
          const sources = [volume?.secret, ...(volume?.projected?.sources ?? []).map(({ secret }) => secret)]
          const files = sources.flatMap((source) => source?.items?.map(({ path }) => path) ?? [])
          expect([metadata.name, name, files]).toEqual([
            metadata.name,
            name,
            expect.arrayContaining([value.split('/').at(-1)]),
          ])
        }
    const secretOf = (name: string): boolean =>
      /SECRET|PASSWORD|TOKEN|PRIVATE_KEY|DATABASE_URL|REDIS_URL/.test(name) && !name.endsWith('_FILE')
    const open = workloads.flatMap(({ spec }) =>
      spec.template.spec.containers.flatMap(({ env }) => env.filter(({ name }) => secretOf(name))),
    )
    expect(open).toEqual([])
  })

  it('shows the address of whoever owns the tables to no part, and what signs people in to the interface alone', () => {
    const seenBy = (key: string): string[] =>
      ours
        .filter(({ spec }) => spec.template.spec.containers[0].env.some(({ name }) => name === `${key}_FILE`))
        .map(partOf)
    expect(seenBy('DATABASE_URL').toSorted()).toEqual(['admin', 'migrations'])
    expect(seenBy('JWT_SECRET').toSorted()).toEqual(['admin', 'api'])
  })

  it('knows each variable of the command line', () => {
    const known = new Set([...VARIABLES, 'MQTT_URL', 'SERVICE_SECRET'])
    const given = containerOf('admin').env.map(({ name }) => name.replace(/_FILE$/, ''))
    expect(given.filter((name) => !known.has(name))).toEqual([])
  })

  it('runs programs that the image holds', () => {
    const copied = [...read('Dockerfile').matchAll(/\/app\/(\S+) \1$/gm)].map(([, folder]) => folder ?? '')
    const programs = ours.flatMap(({ spec }) =>
      [...spec.template.spec.initContainers, ...spec.template.spec.containers].flatMap(({ command = [] }) =>
        command.filter((word) => word.endsWith('.ts')),
      ),
    )
    expect(programs.length).toBeGreaterThan(6)
    for (const program of programs) {
      expect(read(program)).not.toBe('')
      expect(copied.some((folder) => program.startsWith(`${folder}/`))).toBe(true)
    }
  })

  it.each(workloads)(
    '$kind $metadata.name is nobody’s root, writes nowhere, and knows nothing of the cluster',
    (one) => {
      const { spec } = one.spec.template
      expect(spec).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      })
      for (const { name, securityContext, resources } of [...spec.initContainers, ...spec.containers])
        expect([name, { securityContext, resources }]).toMatchObject([
          name,
          {
            securityContext: {
              allowPrivilegeEscalation: false,
              readOnlyRootFilesystem: true,
              capabilities: { drop: ['ALL'] },
            },
            resources: {
              requests: { cpu: expect.any(String), memory: expect.any(String) },
              limits: { memory: expect.any(String) },
            },
          },
        ])
      for (const { volumeMounts } of [...spec.initContainers, ...spec.containers])
        expect(
          volumeMounts.filter(
            ({ name }) => !spec.volumes.some((volume) => volume.name === name) && name !== 'data',
          ),
        ).toEqual([])
    },
  )

  it.each(['broker', 'api', 'rules-engine', 'balancer'])(
    '%s has probes at ports that it serves, and time to leave',
    (part) => {
      const { spec } = workload(part).spec.template
      const container = containerOf(part)
      for (const probe of [container.startupProbe, container.livenessProbe, container.readinessProbe]) {
        const { path, port } = probe?.httpGet ?? { path: '', port: '' }
        expect(['/health/live', '/health/ready', '/api/health/live', '/metrics']).toContain(path)
        const served = container.ports.find(({ name }) => name === port)?.containerPort
        const wanted =
          part === 'balancer'
            ? valueOf(part, 'FIGURES_PORT')
            : port === 'http'
              ? valueOf(part, 'HTTP_PORT')
              : valueOf(part, 'METRICS_PORT')
        expect(String(served)).toBe(wanted)
      }
      const drain = Number(valueOf(part, 'DRAIN_SECONDS') ?? 0)
      expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(drain + 10)
    },
  )

  it('leads every Service and budget to pods that exist, at ports that they have', () => {
    for (const { metadata, spec } of services) {
      const there = workloads.filter((one) => isSelected(one.spec.template.metadata.labels, spec.selector))
      expect([metadata.name, there.length]).toEqual([metadata.name, 1])
      const names = there.flatMap((one) => one.spec.template.spec.containers[0].ports.map(({ name }) => name))
      expect(spec.ports.map(({ targetPort }) => targetPort).filter((port) => !names.includes(port))).toEqual(
        [],
      )
    }
    const foreign = workloads.filter(
      ({ spec }) => !isSelected(spec.template.metadata.labels, spec.selector?.matchLabels ?? {}),
    )
    expect(foreign).toEqual([])
  })

  it('takes no more than one of a kind away at once, where there are two', () => {
    const Budget = z.looseObject({
      spec: z.object({
        maxUnavailable: z.literal(1),
        unhealthyPodEvictionPolicy: z.string(),
        selector: z.object({ matchLabels: z.record(z.string(), z.string()) }),
      }),
    })
    const Scaler = z.looseObject({
      spec: z.looseObject({
        minReplicas: z.number().min(2),
        maxReplicas: z.number().max(18),
        scaleTargetRef: z.looseObject({ name: z.string() }),
      }),
    })
    const scaled = ofKind('HorizontalPodAutoscaler').map(
      (object) => Scaler.parse(object).spec.scaleTargetRef.name,
    )
    const kept = ofKind('PodDisruptionBudget').map((object) => Budget.parse(object).spec.selector.matchLabels)
    expect(kept).toHaveLength(4)
    for (const labels of kept) {
      const one = workloads.find(({ spec }) => isSelected(spec.template.metadata.labels, labels))
      const isScaled = scaled.includes(one?.metadata.name ?? '')
      expect([one?.metadata.name, isScaled || Number(one?.spec.replicas) >= 2]).toEqual([
        one?.metadata.name,
        true,
      ])
    }
  })

  it('adds brokers by a figure that they tell', () => {
    const text = JSON.stringify(ofKind('HorizontalPodAutoscaler'))
    const asked = [...text.matchAll(/"(carewatch_\w+)"/g)].map(([, name]) => name)
    expect(asked).toEqual(['carewatch_messages_in_flight'])
    expect(read('broker/src/metrics.ts')).toContain(`gauge('${asked[0]}'`)
  })
})

describe('the chart', () => {
  it('has the alerts and the balancer’s file from where they are, and no copy', () => {
    for (const [name, source] of [
      ['alerts.yml', 'deploy/prometheus/alerts.yml'],
      ['platform-alerts.yml', 'deploy/prometheus/platform-alerts.yml'],
      ['haproxy.cfg', 'deploy/haproxy.cfg'],
    ] as const)
      expect(realpathSync(join(ROOT, CHART, 'files', name))).toBe(realpathSync(join(ROOT, source)))
    const Rule = z.looseObject({ spec: z.unknown() })
    const rules = ofKind('PrometheusRule').map((object) => Rule.parse(object).spec)
    for (const name of ['alerts', 'platform-alerts'])
      expect(rules).toContainEqual(parse(read(`deploy/prometheus/${name}.yml`)))
    const [configuration] = ofKind('ConfigMap')
    expect(
      z
        .looseObject({ data: z.object({ 'haproxy.cfg': z.string() }) })
        .parse(configuration)
        .data['haproxy.cfg'].trim(),
    ).toBe(read('deploy/haproxy.cfg').trim())
  })

  it('tells the balancer every address that its file asks for here', () => {
    const given = new Set(containerOf('balancer').env.map(({ name }) => name))
    // Where all brokers have one name, it asks for neither of two.
    const file = read('deploy/haproxy.cfg')
      .replaceAll(/^\.else\n(?:(?!\.).*\n)*/gm, '')
      .replaceAll(/^\.if defined\((?:HTTP_PORT|HTTPS_CERT)\)\n(?:.*\n)*?\.endif\n\n/gm, '')
    const asked = new Set([...file.matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name ?? ''))
    expect(asked.size).toBeGreaterThan(6)
    expect([...asked].filter((name) => !given.has(name))).toEqual([])
  })
})
