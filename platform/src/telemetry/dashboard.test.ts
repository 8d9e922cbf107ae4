import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { collectDefaultMetrics } from 'prom-client'
import { expect, it } from 'vitest'
import { roleOf, services, STAFF } from '../database/service-roles.ts'
import { formerNames } from './former-names.ts'

const ROOT = join(import.meta.dirname, '../../..')
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

/** Every metric that a service exposes, as its source names it. */
function exposed(): Set<string> {
  const sources = globSync(['broker/src/**/*.ts', 'rules-engine/src/**/*.ts', 'api/src/**/*.ts'], {
    cwd: ROOT,
  })
  const names = sources
    .filter((path) => !path.endsWith('.test.ts'))
    .flatMap((path) =>
      [...read(path).matchAll(/'((?:carewatch|http_request)_[a-z_]+)'/g)].map(([, name]) => name ?? ''),
    )
  return new Set([...names, ...collectDefaultMetrics.metricsList])
}

/** Roles of the database bear names of the same kind. */
const ROLES = [
  ...services.map(roleOf),
  STAFF,
  'carewatch_company',
  'carewatch_figures',
  'carewatch_grafana',
  'carewatch_migration',
  'carewatch_monitoring',
  'carewatch_owner',
]

const FIGURE = /\b(?:carewatch|http|process|nodejs)_[a-z0-9_]+/g
const withoutPart = (name: string): string => name.replace(/_(?:bucket|sum|count)$/, '')

it.each(['deploy/grafana/carewatch.json', 'deploy/prometheus/alerts.yml', 'docs/operations.md'])(
  '%s asks for metrics that are exposed',
  (path) => {
    const known = exposed().union(new Set([...Object.values(formerNames), ...ROLES]))
    const asked = [...read(path).matchAll(FIGURE)].map(([name]) => name)
    expect(asked.length).toBeGreaterThan(5)
    // Prom-client lists this family by its first name only.
    const isKnown = (name: string): boolean =>
      known.has(name) || known.has(withoutPart(name)) || /^(?:process_|nodejs_eventloop_lag)/.test(name)
    expect(asked.filter((name) => !isKnown(name))).toEqual([])
  },
)

it('has a panel for every figure of ours', () => {
  const dashboard = read('deploy/grafana/carewatch.json')
  const ours = [...exposed()].filter((name) => /^(?:carewatch|http_request)_/.test(name))
  expect(ours.filter((name) => !dashboard.includes(name))).toEqual([])
})
