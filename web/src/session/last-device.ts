import { Uuid } from '@carewatch/contracts/wire'

const KEY = 'carewatch.device'

/** The device that was looked at last in this browser. */
export const lastLookedAt = (): string | undefined => Uuid.safeParse(localStorage.getItem(KEY)).data

export const keepLookedAt = (uuid: string): void => localStorage.setItem(KEY, uuid)

/** Whoever goes on as another account begins with what is there. */
export const forgetLookedAt = (): void => localStorage.removeItem(KEY)
