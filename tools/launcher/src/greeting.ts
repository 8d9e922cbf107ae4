import pc from 'picocolors'
import { type Env, USUAL_WATCH_PORT } from './env.ts'
import { publicUrl } from './parts.ts'
import { isReached, shownHost } from './production/address.ts'
import { isDemo, watchPortOf } from './watch-port.ts'

const ACCOUNTS = [
  ['supervisor@demo.test', 'nurse: live board, alarms, tasks'],
  ['owner@demo.test', 'a daughter following her mother’s watch'],
  ['admin@demo.test', 'everything, all companies'],
] as const

/** A watch over plain TCP has no password: whoever opens its port should know. */
function watchLine(env: Env): string {
  const port = watchPortOf(env)
  if (port === undefined)
    return `closed ${pc.dim(`(WATCH_PORT=${USUAL_WATCH_PORT} opens it: docs/watches.md)`)}`
  const why = env.WATCH_PORT === 'usual' && !isDemo(env)
  const open = pc.cyan(`${shownHost(env.HOST)}:${port}`)
  return why
    ? `${open} ${pc.dim(`(open, for watches of yours use it; say so with WATCH_PORT=${port})`)}`
    : open
}

/** What a person needs to know to begin. */
export function greeting(env: Env): string {
  const demo = ACCOUNTS.map(([email, what]) => `    ${email.padEnd(24)} ${pc.dim(what)}`)
  return [
    '',
    `  ${pc.bold('Carewatch is ready:')} ${pc.cyan(publicUrl(env))}`,
    `  MQTT for devices:   ${pc.cyan(`mqtt://${shownHost(env.HOST)}:${env.MQTT_PORT}`)}`,
    `  TCP for watches:    ${watchLine(env)}`,
    ...(isDemo(env)
      ? [
          '',
          `  Sign in (${isReached(env) ? 'with the password that change-known-passwords gave' : `password ${pc.bold('carewatch')}`}):`,
          ...demo,
          `    ${pc.dim('and manager, relative, user, monitor, branchmonitor, companymonitor, gatewaynurse')}`,
        ]
      : []),
    '',
    `  ${pc.dim('Ctrl-C stops it. Logs are in')} ${env.DATA_DIR}/logs`,
    '',
  ].join('\n')
}
