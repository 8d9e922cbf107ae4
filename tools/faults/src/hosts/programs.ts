import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const VERSIONS = '/usr/lib/postgresql'

/** Where Debian keeps them; what they are needed for stands in deploy/hosts. */
export const PROGRAMS = {
  patroni: '/usr/bin/patroni',
  etcd: '/usr/bin/etcd',
  redis: '/usr/bin/redis-server',
  sentinel: '/usr/bin/redis-sentinel',
  haproxy: '/usr/sbin/haproxy',
  keepalived: '/usr/sbin/keepalived',
  ip: '/usr/sbin/ip',
  iptables: '/usr/sbin/iptables',
  curl: '/usr/bin/curl',
} as const

/** The newest PostgreSQL that Debian installed here. */
export function postgresBin(): string | undefined {
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS).map(Number) : []
  const newest = versions.toSorted((one, other) => other - one)[0]
  return newest === undefined ? undefined : join(VERSIONS, String(newest), 'bin')
}

/** Why three machines cannot be played here. */
export function cannotPlay(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'networks of their own are made by root on Linux'
  const missing = Object.values<string>(PROGRAMS).filter((path) => !existsSync(path))
  if (!postgresBin()) missing.push('PostgreSQL')
  return missing.length > 0 ? `${missing.join(', ')} not here (Debian has them)` : undefined
}
