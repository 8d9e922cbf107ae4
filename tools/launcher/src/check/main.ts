import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import pc from 'picocolors'
import { ROOT } from '../env.ts'
import { checksOf, type Check } from './checks.ts'

const { changed } = new Command('check')
  .description('Format, lint and types, queries, texts, structure, dependencies, side by side')
  .option('--changed', 'only the files that differ from the last commit', false)
  .parse()
  .opts<{ changed: boolean }>()

/** What git sees as changed or new, and is still there. */
function changedFiles(): string[] {
  const git = (...words: string[]): string[] =>
    spawnSync('git', words, { cwd: ROOT, encoding: 'utf8' }).stdout.split('\0').filter(Boolean)
  const paths = [
    ...git('diff', '--name-only', '-z', 'HEAD'),
    ...git('ls-files', '--others', '--exclude-standard', '-z'),
  ]
  return [...new Set(paths)].filter((path) => existsSync(join(ROOT, path)))
}

/** Runs a program to its end and answers what it said. */
function outputOf(
  command: readonly string[],
  env: Check['env'],
): Promise<{ isGood: boolean; output: string }> {
  const [program = '', ...words] = command
  const child = spawn(program, words, { cwd: ROOT, env: { ...process.env, ...env } })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ isGood: code === 0, output }))
  })
}

/** One check to its end; what it said is shown when it is over, so that several at once can be read. */
async function run({ name, commands, env }: Check): Promise<boolean> {
  const started = performance.now()
  const results = []
  for (const command of commands) results.push(await outputOf(command, env))
  const isGood = results.every((result) => result.isGood)
  const took = pc.dim(`${((performance.now() - started) / 1_000).toFixed(1)} s`)
  const outputs = results.map(({ output }) => output.trim()).filter((output) => output !== '')
  console.log([`${isGood ? pc.green('✓') : pc.red('✗')} ${name} ${took}`, ...outputs].join('\n'))
  return isGood
}

const checks = checksOf(changed ? changedFiles() : undefined)
const passed = await Promise.all(checks.map(run))
process.exitCode = passed.every(Boolean) ? 0 : 1
