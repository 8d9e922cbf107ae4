import { execFileSync, spawnSync } from 'node:child_process'

export const names = ['a', 'b', 'c'] as const
export type HostName = (typeof names)[number]

const run = (command: string, words: readonly string[]): string =>
  execFileSync(command, words, { stdio: ['ignore', 'pipe', 'ignore'] }).toString()
const ip = (...words: string[]): string => run('ip', words)

type Plan = { bridge: string; subnet: string; spaceOf: (name: HostName) => string }

const planOf = (id: number): Plan => ({
  bridge: `cw${id}`,
  subnet: `10.${64 + (id % 64)}.${Math.trunc(id / 64) % 256}`,
  spaceOf: (name) => `cw${id}-${name}`,
})

/** Whatever of it was made. */
function takeAway({ bridge, spaceOf }: Plan): void {
  const words = [...names.map((name) => ['netns', 'del', spaceOf(name)]), ['link', 'del', bridge]]
  for (const one of words) spawnSync('ip', one, { stdio: 'ignore' })
}

const portOf = ({ bridge }: Plan, name: HostName): string => `${bridge}${name}`

function plugIn(plan: Plan, name: HostName, address: string): void {
  const space = plan.spaceOf(name)
  const port = portOf(plan, name)
  ip('netns', 'add', space)
  ip('link', 'add', port, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space)
  ip('link', 'set', port, 'master', plan.bridge, 'up')
  ip('-n', space, 'link', 'set', 'lo', 'up')
  ip('-n', space, 'addr', 'add', `${address}/24`, 'dev', 'eth0')
  ip('-n', space, 'link', 'set', 'eth0', 'up')
}

/** A switch and three machines on it, each with a network of its own; we are on it too, as the street is. */
export function openNetwork() {
  const plan = planOf(process.pid)
  const { bridge, subnet, spaceOf } = plan
  const addresses = { a: `${subnet}.1`, b: `${subnet}.2`, c: `${subnet}.3` }
  const close = (): void => takeAway(plan)

  try {
    ip('link', 'add', bridge, 'type', 'bridge')
    ip('addr', 'add', `${subnet}.100/24`, 'dev', bridge)
    ip('link', 'set', bridge, 'up')
    for (const name of names) plugIn(plan, name, addresses[name])
  } catch (error) {
    close()
    throw error
  }

  const onHost = (name: HostName, command: readonly string[]): string[] => [
    'ip',
    'netns',
    'exec',
    spaceOf(name),
    ...command,
  ]
  const deafTo = (name: HostName, other: HostName): void => {
    const [file = '', ...words] = onHost(name, ['iptables', '-w', '-A', 'INPUT', '-s', addresses[other]])
    run(file, [...words, '-j', 'DROP'])
  }

  return {
    addresses,
    street: `${subnet}.100`,
    shared: `${subnet}.10`,
    onHost,
    /** Whatever runs on it. */
    processesOf: (name: HostName): number[] =>
      ip('netns', 'pids', spaceOf(name)).trim().split('\n').filter(Boolean).map(Number),
    /** Who has the shared address now; the first, where two believe so. */
    holder: (): HostName | undefined =>
      names.find((name) => ip('-n', spaceOf(name), 'addr', 'show', 'dev', 'eth0').includes(`${subnet}.10/`)),
    /** Its cable is drawn: nobody reaches it, and it reaches nobody. */
    isolate: (name: HostName): string => ip('link', 'set', portOf(plan, name), 'down'),
    rejoin: (name: HostName): string => ip('link', 'set', portOf(plan, name), 'up'),
    /** Neither hears the other, and everybody else hears both. */
    part(name: HostName, other: HostName): void {
      deafTo(name, other)
      deafTo(other, name)
    },
    mend(): void {
      for (const name of names) {
        const [file = '', ...words] = onHost(name, ['iptables', '-w', '-F', 'INPUT'])
        run(file, words)
      }
    },
    close,
  }
}
export type Network = ReturnType<typeof openNetwork>
