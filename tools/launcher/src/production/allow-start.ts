import type { Env } from '../env.ts'
import { openDemo } from './demo-accounts.ts'
import { readableFiles } from './readable-files.ts'
import { type Refusal, refusalText } from './refusal.ts'

const refuse = (refusals: readonly Refusal[]): void => {
  if (refusals.length > 0) throw new Error(refusalText(refusals))
}

/** Throws what is wrong with the files of an installation, before anything is opened. */
export function allowFiles(env: Env, folder: string): void {
  refuse(readableFiles(env, folder))
}

/** Throws what is wrong with who may sign in, before anybody can. */
export async function allowAccounts(env: Env, databaseUrl: string): Promise<void> {
  refuse(await openDemo(env, databaseUrl))
}
