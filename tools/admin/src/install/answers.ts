import { strengthOf } from '@carewatch/api/auth/strength'
import { publicUrl } from '@carewatch/launcher/parts'
import { type Env, readEnv } from '@carewatch/launcher/env'
import { KNOWN_PASSWORD } from '@carewatch/launcher/production/demo-accounts'
import { z } from 'zod'

/** What an installation is asked. Each may stay as it is: undefined takes a variable out. */
export type Answers = {
  HOST: string
  PUBLIC_URL: string | undefined
  WATCH_PORT: string
  TLS_CERT: string | undefined
  TLS_KEY: string | undefined
  SMTP_URL: string | undefined
  email: string
  password: string
}

/** Why a text cannot be this answer; undefined where it can. */
export const faults = {
  email: (text: string): string | undefined =>
    z.email().safeParse(text).success ? undefined : 'This is no e-mail address.',
  url: (text: string): string | undefined => {
    if (text === '') return undefined
    return z.url({ protocol: /^https?$/ }).safeParse(text).success
      ? undefined
      : 'It begins with https:// (or http://).'
  },
  smtp: (text: string): string | undefined => {
    if (text === '') return undefined
    return z.url({ protocol: /^smtps?$/ }).safeParse(text).success
      ? undefined
      : 'Such as smtp://user:password@mail.example.org:587'
  },
  watchPort: (text: string): string | undefined =>
    text === 'off' || (/^\d{1,5}$/.test(text) && Number(text) > 0 && Number(text) < 65_536)
      ? undefined
      : 'A port, or off.',
}

/** As strict as the portal is with staff. */
export async function passwordFault(password: string, email: string): Promise<string | undefined> {
  if (password.length < 8) return 'Eight characters or more.'
  const { isCommon, score } = await strengthOf(password, { words: [email, KNOWN_PASSWORD], language: 'en' })
  return isCommon || score < 2
    ? 'Easy to guess: three words that have nothing to do with each other are better.'
    : undefined
}

/** The variables that are written for these answers. */
export const variablesOf = ({ email: _, password: __, ...variables }: Answers) => ({
  ...variables,
  DEMO: 'false',
  // Made at once: neither stays in a file.
  ADMIN_EMAIL: undefined,
  ADMIN_PASSWORD: undefined,
})

/** The environment as `start` will read it. */
export function envOf(answers: Answers, from: NodeJS.ProcessEnv = process.env): Env {
  const given = { ...from, ...variablesOf(answers) }
  return readEnv({ ...given })
}

/** What is asked first is what is there already, or what most take. */
export function suggestions(env: Env): Omit<Answers, 'email' | 'password'> {
  const isNew = env.DEMO !== false
  return {
    HOST: env.HOST,
    PUBLIC_URL: env.PUBLIC_URL ?? (isNew ? undefined : publicUrl(env)),
    WATCH_PORT: String(env.WATCH_PORT ?? 'off'),
    TLS_CERT: env.TLS_CERT,
    TLS_KEY: env.TLS_KEY,
    SMTP_URL: env.SMTP_URL,
  }
}
