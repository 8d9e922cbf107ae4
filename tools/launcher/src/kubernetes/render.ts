import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../env.ts'

export const CHART = 'deploy/helm/carewatch'
export const MANIFESTS = 'deploy/kubernetes'
const VALUES = `${MANIFESTS}/values.yaml`
const NAMESPACE = 'carewatch'

type Rendering = { values?: string; settings?: readonly string[]; isUpgrade?: boolean }

/** What the chart gives for these values, as Helm prints it. Throws what Helm has against them. */
export function template(helm: string, { values, settings = [], isUpgrade = false }: Rendering = {}): string {
  const { status, stdout, stderr } = spawnSync(
    helm,
    [
      'template',
      'carewatch',
      join(ROOT, CHART),
      '--namespace',
      NAMESPACE,
      ...(values === undefined ? [] : ['--values', values]),
      ...settings.flatMap((setting) => ['--set', setting]),
      ...(isUpgrade ? ['--is-upgrade'] : []),
    ],
    { encoding: 'utf8', maxBuffer: 100_000_000 },
  )
  if (status !== 0) throw new Error(stderr)
  return stdout
}

/** The chart and the values in one number: whoever changes them and renders nothing anew is found out without Helm. */
export function fingerprint(): string {
  const hash = createHash('sha256')
  const paths = globSync(`${CHART}/**/*`, { cwd: ROOT }).filter((path) => !path.endsWith('.md'))
  for (const path of [...paths, VALUES].toSorted()) {
    const file = join(ROOT, path)
    if (statSync(file).isFile()) hash.update(path).update(readFileSync(file))
  }
  return hash.digest('hex')
}

const SOURCE = /^# Source: carewatch\/templates\/([\w-]+)\/.*\n/m

/** The plain manifests by their file: one for each folder of the chart's templates. */
export function manifests(helm: string): Map<string, string> {
  const files = new Map<string, string[]>()
  for (const one of template(helm, { values: join(ROOT, VALUES) }).split(/^---$/m)) {
    const folder = SOURCE.exec(one)?.[1]
    if (folder === undefined) continue
    const text = one.replace(SOURCE, '').trimStart()
    files.set(folder, [...(files.get(folder) ?? []), text])
  }
  const head = `# Rendered from ${CHART} by \`npx --yes pnpm@12 kubernetes --write\`: change the chart, not this file.\n`
  const rendered = new Map([...files].map(([folder, all]) => [`${folder}.yaml`, head + all.join('---\n')]))
  return rendered.set('kustomization.yaml', kustomization([...rendered.keys()].toSorted()))
}

const kustomization = (resources: string[]): string => `# Chart and values: ${fingerprint()}
apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
namespace: ${NAMESPACE}
resources:
${resources.map((resource) => `  - ${resource}\n`).join('')}`
