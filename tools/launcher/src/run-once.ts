import { spawn } from 'node:child_process'
import { ROOT } from './env.ts'

/** Runs a program to its end; throws with the end of what it said. */
export function runOnce(program: string[], env: Record<string, string | undefined> = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = ''
    const [command = process.execPath, ...given] = program
    const child = spawn(command, given, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const listen = (chunk: Buffer): void => {
      output = (output + chunk.toString()).slice(-4_000)
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${program.join(' ')} ended with ${code}:\n${output}`)),
    )
  })
}
