import { relations } from '@carewatch/contracts/relations'

export type Relation = (typeof relations)[number]

/** What an older dictionary wrote is shown as it stands. */
export const isRelation = (text: string): text is Relation => (relations as readonly string[]).includes(text)
