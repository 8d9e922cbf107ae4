import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Container, PodSpec } from '@carewatch/launcher/kubernetes/objects'
import type { PodNetwork } from './network.ts'

const ROOT = join(import.meta.dirname, '../../../..')

export type Files = {
  secret: (name: string) => Readonly<Record<string, string>>
  configMap: (name: string) => Readonly<Record<string, string>>
}
/** What the images bring along: programs that stand in no manifest. */
type Image = { entrypoint: string[] }
type Setting = { spec: PodSpec; network: PodNetwork; folder: string; nameServer: string; files: Files }

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** The volume's files, laid out for the container's user alone; an empty one is a folder in memory. */
function layOut({ spec, folder, files }: Setting, mount: Container['volumeMounts'][number]): string {
  const volume = spec.volumes.find(({ name }) => name === mount.name)
  const at = join(folder, 'volumes', mount.name)
  mkdirSync(at, { recursive: true, mode: 0o750 })
  const { runAsUser, runAsGroup } = spec.securityContext
  const own = (path: string): void => chownSync(path, runAsUser, runAsGroup)
  own(at)
  const write = (
    content: Readonly<Record<string, string>>,
    items?: { key: string; path: string }[],
  ): void => {
    for (const { key, path } of items ?? Object.keys(content).map((name) => ({ key: name, path: name }))) {
      const text = content[key]
      if (text === undefined) throw new Error(`${volume?.name} has no ${key}`)
      writeFileSync(join(at, path), text, { mode: 0o440 })
      own(join(at, path))
    }
  }
  if (volume?.secret) write(files.secret(volume.secret.secretName ?? ''), volume.secret.items)
  for (const { secret } of volume?.projected?.sources ?? [])
    write(files.secret(secret.name ?? ''), secret.items)
  if (volume?.configMap) write(files.configMap(volume.configMap.name))
  return at
}

/** A root that nobody can write to, with the product at /app and the volumes where they are mounted. */
function script(setting: Setting, container: Container, command: readonly string[]): string {
  const { spec, folder, nameServer } = setting
  const { runAsUser, runAsGroup } = spec.securityContext
  const root = join(folder, `root-${container.name}`)
  const inside = (path: string): string => quoted(`${root}/merged${path}`)
  for (const name of ['upper', 'work', 'merged']) mkdirSync(join(root, name), { recursive: true })
  const resolv = join(folder, 'resolv.conf')
  writeFileSync(
    resolv,
    `nameserver ${nameServer}\nsearch carewatch.svc.cluster.local svc.cluster.local cluster.local\noptions ndots:5\n`,
  )
  const mounts = container.volumeMounts.flatMap((mount) => [
    `mkdir -p ${inside(mount.mountPath)}`,
    `mount --bind ${quoted(layOut(setting, mount))} ${inside(mount.mountPath)}`,
    ...(mount.readOnly ? [`mount -o remount,ro,bind ${inside(mount.mountPath)}`] : []),
  ])
  const isolated = `setpriv --reuid ${runAsUser} --regid ${runAsGroup} --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all`
  return [
    'set -e',
    `mount -t overlay overlay -o lowerdir=/,upperdir=${quoted(`${root}/upper`)},workdir=${quoted(`${root}/work`)} ${inside('')}`,
    `mkdir -p ${inside('/app')}`,
    `mount --bind ${quoted(ROOT)} ${inside('/app')}`,
    `mount -o remount,ro,bind ${inside('/app')}`,
    `mount -t proc proc ${inside('/proc')}`,
    `mount --rbind /dev ${inside('/dev')}`,
    `mount -t tmpfs -o mode=755 tmpfs ${inside('/run')}`,
    `touch ${inside('/etc/resolv.conf')} && mount --bind ${quoted(resolv)} ${inside('/etc/resolv.conf')}`,
    ...mounts,
    `mount -o remount,ro,bind ${inside('')}`,
    `cd ${inside(container.workingDir ?? '/app')}`,
    `exec chroot ${inside('')} ${isolated} sh -c ${quoted(`cd ${quoted(container.workingDir ?? '/app')} && exec "$@"`)} sh ${command.map(quoted).join(' ')}`,
  ].join('\n')
}

export type Running = {
  child: ChildProcess
  log: () => string
  ended: Promise<number>
}

/** The container as its manifest describes it: its command, its variables and no others, its user, its files. */
export function runContainer(
  setting: Setting,
  container: Container,
  image: Image,
  words?: string[],
): Running {
  const node = process.execPath.replace(ROOT, '/app')
  const command = (words ?? [...(container.command ?? image.entrypoint), ...container.args]).map((word) =>
    word === 'node' ? node : word,
  )
  const logFile = join(setting.folder, `${container.name}.log`)
  const output = openSync(logFile, 'a')
  const program = script(setting, container, command)
  const child = spawn(
    'ip',
    [
      'netns',
      'exec',
      setting.network.space,
      'unshare',
      '-m',
      '--propagation',
      'private',
      'sh',
      '-c',
      program,
    ],
    {
      env: {
        PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
        NODE_ENV: 'production',
        ...Object.fromEntries(container.env.map(({ name, value }) => [name, value])),
      },
      stdio: ['ignore', output, output],
      detached: true,
    },
  )
  closeSync(output)
  const ended = once(child, 'exit').then(([code]) => Number(code ?? 128))
  return { child, ended, log: () => (existsSync(logFile) ? readFileSync(logFile, 'utf8') : '') }
}
