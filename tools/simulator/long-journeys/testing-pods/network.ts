import { execFileSync, spawnSync } from 'node:child_process'

const ip = (...words: string[]): string =>
  execFileSync('ip', words, { stdio: ['ignore', 'pipe', 'pipe'] }).toString()

export type PodNetwork = { address: string; space: string; close: () => void }

/** A switch, on which each pod has a network of its own, as on a cluster; we are on it too. */
export function openPodNetwork() {
  const bridge = `cwp${process.pid % 100_000}`
  const subnet = `10.${192 + (process.pid % 32)}.${Math.trunc(process.pid / 32) % 256}`
  const outside = `${subnet}.254`
  let given = 0
  const open = new Set<PodNetwork>()

  ip('link', 'add', bridge, 'type', 'bridge')
  ip('addr', 'add', `${outside}/24`, 'dev', bridge)
  ip('link', 'set', bridge, 'up')

  const add = (): PodNetwork => {
    given += 1
    const space = `${bridge}-${given}`
    const port = `${bridge}v${given}`
    const address = `${subnet}.${given}`
    ip('netns', 'add', space)
    ip('link', 'add', port, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space)
    ip('link', 'set', port, 'master', bridge, 'up')
    ip('-n', space, 'link', 'set', 'lo', 'up')
    ip('-n', space, 'addr', 'add', `${address}/24`, 'dev', 'eth0')
    ip('-n', space, 'link', 'set', 'eth0', 'up')
    const network = {
      address,
      space,
      close: (): void => {
        spawnSync('ip', ['netns', 'del', space], { stdio: 'ignore' })
        open.delete(network)
      },
    }
    open.add(network)
    return network
  }
  return {
    /** Where we are. */
    outside,
    add,
    close: (): void => {
      for (const network of open) network.close()
      spawnSync('ip', ['link', 'del', bridge], { stdio: 'ignore' })
    },
  }
}
