import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startSystemProgram } from '../harness/child.ts'

const TRIES = 100

/** Mosquitto acknowledges at once and keeps nothing; it is a limit, not a peer. */
export const hasMosquitto = (): boolean => spawnSync('mosquitto', ['-h']).error === undefined

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })

export async function startMosquitto(port: number): Promise<{ pid: number; end: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'mosquitto-'))
  const config = join(folder, 'mosquitto.conf')
  writeFileSync(
    config,
    `listener ${port} 127.0.0.1\nallow_anonymous true\nmax_inflight_messages 0\nuser root\nset_tcp_nodelay true\n`,
  )
  const program = startSystemProgram('mosquitto', ['-c', config])
  for (let tries = 0; tries < TRIES; tries++) {
    if (await isListening(port)) break
    await wait(50)
  }
  return {
    pid: program.pid,
    end: async () => {
      await program.end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
