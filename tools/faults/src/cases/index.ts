import type { Case } from '../case.ts'
import { backlog } from './backlog.ts'
import { clocks } from './clocks.ts'
import { crowds } from './crowds.ts'
import { cuts } from './cuts.ts'
import { database } from './database.ts'
import { diskFull } from './disk-full.ts'
import { frozen } from './frozen.ts'
import { killed } from './killed.ts'
import { poison } from './poison.ts'
import { redis } from './redis.ts'
import { restarts } from './restarts.ts'
import { slowReaders } from './slow-readers.ts'
import { telegram } from './telegram.ts'
import { oddMessages } from './odd-messages.ts'

/** In the order of the table. */
export const allCases: Case[] = [
  ...killed,
  ...restarts,
  ...frozen,
  ...database,
  ...diskFull,
  ...cuts,
  ...redis,
  ...clocks,
  ...oddMessages,
  ...crowds,
  ...slowReaders,
  ...poison,
  ...backlog,
  ...telegram,
]
