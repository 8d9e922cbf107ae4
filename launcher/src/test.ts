import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { findChromium } from './chromium.ts'
import { ROOT } from './env.ts'
import { findProgram } from './installed.ts'
import { step } from './progress.ts'
import { HAPROXY_PLACES } from './topology/balancer.ts'
import { buildWeb, isWebBuilt } from './web-build.ts'

/** The whole test run: what it needs is installed, then the runner takes over with whatever arguments were given. */
const chromium = await findChromium()
if (!chromium) console.log('  no Chromium to be had here: the browser journeys are skipped and say so')
const redis = findProgram(['/usr/bin/redis-server', '/opt/homebrew/bin/redis-server'], 'redis-server')
if (!redis) console.log('  no Redis to be had here: the scaled journeys are skipped and say so')
const haproxy = findProgram(HAPROXY_PLACES, 'haproxy')
if (!haproxy || !redis)
  console.log('  no HAProxy or no Redis here: the journeys with two of each are skipped and say so')
if (!isWebBuilt()) await step('Web built', buildWeb)

const report = join(ROOT, 'test-results/report.json')
mkdirSync(dirname(report), { recursive: true })
const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
const child = spawn(process.execPath, [vitest, 'run', ...reporters, ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: 'inherit',
  env: {
    ...process.env,
    ...(chromium && { CHROMIUM_PATH: chromium }),
    ...(redis && { REDIS_SERVER: redis }),
    ...(haproxy && { HAPROXY: haproxy }),
  },
})
child.on('exit', (code) => process.exit(code ?? 1))
