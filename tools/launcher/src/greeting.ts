import { existsSync } from 'node:fs'
import pc from 'picocolors'
import { type Env, USUAL_WATCH_PORT } from './env.ts'
import { fleetFile, publicUrl } from './parts.ts'
import { isOpen, shownHost } from './production/address.ts'

const ACCOUNTS = [
  ['supervisor@demo.test', 'nurse: live board, alarms, tasks'],
  ['owner@demo.test', 'a daughter following her mother’s watch'],
  ['admin@demo.test', 'everything, all companies'],
] as const

/** What a person needs to know to begin. */
export function greeting(env: Env): string {
  const demo = ACCOUNTS.map(([email, what]) => `    ${email.padEnd(24)} ${pc.dim(what)}`)
  return [
    '',
    `  ${pc.bold('Carewatch is ready:')} ${pc.cyan(publicUrl(env))}`,
    `  MQTT for devices:   ${pc.cyan(`mqtt://${shownHost(env.HOST)}:${env.MQTT_PORT}`)}`,
    ...(env.WATCH_PORT === 'off'
      ? []
      : [`  TCP for watches:    ${pc.cyan(`${shownHost(env.HOST)}:${env.WATCH_PORT ?? USUAL_WATCH_PORT}`)}`]),
    ...(env.DEMO !== false && existsSync(fleetFile(env))
      ? [
          '',
          `  Sign in (${isOpen(env.HOST) ? 'with the password that change-known-passwords gave' : `password ${pc.bold('carewatch')}`}):`,
          ...demo,
          `    ${pc.dim('and manager, relative, user, monitor, branchmonitor, companymonitor, gatewaynurse')}`,
        ]
      : []),
    '',
    `  ${pc.dim('Ctrl-C stops it. Logs are in')} ${env.DATA_DIR}/logs`,
    '',
  ].join('\n')
}
