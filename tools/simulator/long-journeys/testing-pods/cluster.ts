import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import {
  type Container,
  isSelected,
  type Manifest,
  type Probe,
  servicesOf,
  type Workload,
  workloadsOf,
} from '@carewatch/launcher/kubernetes/objects'
import { z } from 'zod'
import { serveNames } from './names.ts'
import { openPodNetwork } from './network.ts'
import { type Files, runContainer, type Running } from './pod.ts'

const DOMAIN = '.carewatch.svc.cluster.local'
/** What an image does where its manifest names no command. */
const ENTRYPOINTS: Readonly<Record<string, string[]>> = {
  balancer: ['haproxy', '-W', '-db', '-f', '/usr/local/etc/haproxy/haproxy.cfg'],
}

export type Pod = {
  name: string
  address: string
  labels: Readonly<Record<string, string>>
  isReady: boolean
  main: Running
  /** As Kubernetes takes one away: asked to go, and ended when its time is over. */
  remove: () => Promise<void>
  kill: () => void
}
type Starting = Omit<Pod, 'main'> & { main: Running | undefined }

const portOf = (container: Container, port: number | string): number =>
  typeof port === 'number' ? port : (container.ports.find(({ name }) => name === port)?.containerPort ?? 0)

/** Whether the container answers a probe as its manifest wants. */
export async function answersProbe(address: string, container: Container, probe: Probe): Promise<boolean> {
  if (!probe.httpGet) return true
  const { path, port } = probe.httpGet
  const signal = AbortSignal.timeout(probe.timeoutSeconds * 1_000)
  return fetch(`http://${address}:${portOf(container, port)}${path}`, { signal }).then(
    ({ status }) => status < 400,
    () => false,
  )
}

const Data = z.object({
  data: z.record(z.string(), z.string()).optional(),
  stringData: z.record(z.string(), z.string()).optional(),
})

/** Secrets and files as the objects hold them, and those that somebody else makes. */
function filesOf(
  objects: readonly Manifest[],
  others: Readonly<Record<string, Record<string, string>>>,
): Files {
  const find = (kind: string, name: string) =>
    objects.find((one) => one.kind === kind && one.metadata.name === name)
  return {
    secret: (name) => {
      const { data = {}, stringData = {} } = Data.parse(find('Secret', name) ?? { stringData: others[name] })
      const decoded = Object.entries(data).map(([key, value]) => [
        key,
        Buffer.from(value, 'base64').toString(),
      ])
      return { ...Object.fromEntries(decoded), ...stringData }
    },
    configMap: (name) => Data.parse(find('ConfigMap', name)).data ?? {},
  }
}

/** A cluster that knows pods, names and probes, and nothing else of Kubernetes. */
export async function openCluster(
  objects: readonly Manifest[],
  others: Record<string, Record<string, string>>,
) {
  const folder = mkdtempSync('/dev/shm/carewatch-pods-')
  const network = openPodNetwork()
  const files = filesOf(objects, others)
  const pods = new Set<Starting>()
  const hosts = new Map<string, string>()

  const services = servicesOf(objects)
  const closeNames = await serveNames(network.outside, (asked) => {
    const name = asked.endsWith(DOMAIN) ? asked.slice(0, -DOMAIN.length) : ''
    const host = hosts.get(name)
    if (host !== undefined) return [host]
    const service = services.find(({ metadata }) => metadata.name === name)
    if (!service) return undefined
    const { selector, publishNotReadyAddresses } = service.spec
    return [...pods]
      .filter(({ labels, isReady }) => isSelected(labels, selector) && (isReady || publishNotReadyAddresses))
      .map(({ address }) => address)
  })

  async function untilReady(pod: Starting, container: Container, main: Running): Promise<void> {
    const probe = container.startupProbe
    for (let tries = 0; probe; tries++) {
      if (await answersProbe(pod.address, container, probe)) break
      if (main.child.exitCode !== null || tries >= probe.failureThreshold)
        throw new Error(`${pod.name} did not start:\n${main.log().slice(-3_000)}`)
      await wait(probe.periodSeconds * 1_000)
    }
    pod.isReady = true
  }

  /** Starts one pod of it, and resolves when it is ready; a job's when it is done. */
  async function start(workload: Workload): Promise<Pod> {
    const { spec, metadata } = workload.spec.template
    const own = network.add()
    const name = `${workload.metadata.name}-${own.address.split('.').at(-1)}`
    const setting = { spec, network: own, folder: join(folder, name), nameServer: network.outside, files }
    mkdirSync(setting.folder)
    const pod: Starting = {
      name,
      address: own.address,
      labels: metadata.labels,
      isReady: false,
      main: undefined,
      remove: async () => {
        // From now on only who wants those that are not ready finds it.
        pod.isReady = false
        pod.main?.child.kill('SIGTERM')
        const graceMs = (spec.terminationGracePeriodSeconds ?? 30) * 1_000
        await Promise.race([pod.main?.ended, wait(graceMs, undefined, { ref: false })])
        pod.kill()
      },
      kill: () => {
        pod.main?.child.kill('SIGKILL')
        pods.delete(pod)
        own.close()
      },
    }
    pods.add(pod)
    for (const container of spec.initContainers) {
      const first = runContainer(setting, container, { entrypoint: [] })
      pod.main = first
      const status = await first.ended
      if (status !== 0) throw new Error(`${name}: ${container.name} ended with ${status}:\n${first.log()}`)
    }
    const [container] = spec.containers
    const main = runContainer(setting, container, { entrypoint: ENTRYPOINTS[container.name] ?? [] })
    pod.main = main
    if (workload.kind === 'Job') {
      const status = await main.ended
      if (status !== 0) throw new Error(`${name} ended with ${status}:\n${main.log()}`)
    } else await untilReady(pod, container, main)
    return Object.assign(pod, { main })
  }

  return {
    outside: network.outside,
    workloads: workloadsOf(objects),
    start,
    /** A name that stands for somebody who is no pod here. */
    name: (name: string, address: string): void => void hosts.set(name, address),
    /** A command beside a container, with everything that it has. */
    exec: async (workload: Workload, words: string[]): Promise<{ status: number; output: string }> => {
      const own = network.add()
      const { spec } = workload.spec.template
      const setting = {
        spec,
        network: own,
        folder: mkdtempSync(join(folder, 'exec-')),
        nameServer: network.outside,
        files,
      }
      const run = runContainer(setting, spec.containers[0], { entrypoint: [] }, words)
      const status = await run.ended
      own.close()
      return { status, output: run.log() }
    },
    secret: files.secret,
    close: (): void => {
      for (const pod of pods) pod.kill()
      closeNames()
      network.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
export type Cluster = Awaited<ReturnType<typeof openCluster>>
