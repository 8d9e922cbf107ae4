import { parseAllDocuments } from 'yaml'
import { z } from 'zod'

const Labels = z.record(z.string(), z.string())
const Http = z.object({ path: z.string(), port: z.union([z.string(), z.number()]) })
const Probe = z.looseObject({
  httpGet: Http.optional(),
  exec: z.object({ command: z.array(z.string()) }).optional(),
  periodSeconds: z.number(),
  timeoutSeconds: z.number().default(1),
  failureThreshold: z.number(),
})
export type Probe = z.output<typeof Probe>
const Key = z.object({ key: z.string(), path: z.string() })
const SecretSource = z.looseObject({
  secretName: z.string().optional(),
  name: z.string().optional(),
  items: z.array(Key).optional(),
})
const Volume = z.looseObject({
  name: z.string(),
  secret: SecretSource.optional(),
  projected: z.looseObject({ sources: z.array(z.object({ secret: SecretSource })) }).optional(),
  configMap: z.object({ name: z.string() }).optional(),
  emptyDir: z.looseObject({}).optional(),
})
const Container = z.looseObject({
  name: z.string(),
  image: z.string(),
  command: z.array(z.string()).optional(),
  args: z.array(z.string()).default([]),
  workingDir: z.string().optional(),
  env: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
  ports: z.array(z.object({ name: z.string(), containerPort: z.number() })).default([]),
  startupProbe: Probe.optional(),
  livenessProbe: Probe.optional(),
  readinessProbe: Probe.optional(),
  resources: z.looseObject({}),
  securityContext: z.looseObject({}),
  volumeMounts: z
    .array(z.object({ name: z.string(), mountPath: z.string(), readOnly: z.boolean().default(false) }))
    .default([]),
})
export type Container = z.output<typeof Container>
const PodSpec = z.looseObject({
  automountServiceAccountToken: z.boolean(),
  securityContext: z.looseObject({ runAsUser: z.number(), runAsGroup: z.number() }),
  terminationGracePeriodSeconds: z.number().optional(),
  initContainers: z.array(Container).default([]),
  containers: z.tuple([Container]),
  volumes: z.array(Volume).default([]),
})
export type PodSpec = z.output<typeof PodSpec>
const Template = z.object({ metadata: z.object({ labels: Labels }), spec: PodSpec })

const Metadata = z.looseObject({
  name: z.string(),
  namespace: z.string().optional(),
  labels: Labels.default({}),
  annotations: Labels.default({}),
})
const Any = z.looseObject({ apiVersion: z.string(), kind: z.string(), metadata: Metadata })
export type Manifest = z.output<typeof Any>

const Workload = Any.extend({
  kind: z.enum(['Deployment', 'StatefulSet', 'Job']),
  spec: z.looseObject({
    replicas: z.number().optional(),
    selector: z.object({ matchLabels: Labels }).optional(),
    template: Template,
  }),
})
export type Workload = z.output<typeof Workload>
const Service = Any.extend({
  spec: z.looseObject({
    type: z.string().default('ClusterIP'),
    clusterIP: z.string().optional(),
    publishNotReadyAddresses: z.boolean().default(false),
    selector: Labels,
    ports: z.array(z.object({ name: z.string(), port: z.number(), targetPort: z.string() })),
  }),
})
export type Service = z.output<typeof Service>

/** Every object in the text; none is empty. */
export const objectsIn = (text: string): Manifest[] =>
  parseAllDocuments(text)
    .map((document) => {
      const [error] = document.errors
      if (error) throw error
      return document.toJS() as unknown
    })
    .filter((object) => object !== null)
    .map((object) => Any.parse(object))

const KINDS = ['Deployment', 'StatefulSet', 'Job']
export const workloadsOf = (objects: readonly Manifest[]): Workload[] =>
  objects.filter(({ kind }) => KINDS.includes(kind)).map((object) => Workload.parse(object))
export const servicesOf = (objects: readonly Manifest[]): Service[] =>
  objects.filter(({ kind }) => kind === 'Service').map((object) => Service.parse(object))

/** `broker`, `api` …: of which part of Carewatch something is. */
export const partOf = ({ metadata }: Manifest): string => metadata.labels['app.kubernetes.io/component'] ?? ''

export const isSelected = (labels: Readonly<Record<string, string>>, by: Readonly<Record<string, string>>) =>
  Object.entries(by).every(([name, value]) => labels[name] === value)
