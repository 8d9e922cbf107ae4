import { under } from '../case.ts'
import { freeze, freezePostgres } from '../disturbances.ts'

const FOR_MS = 8_000
const LONG_MS = 20_000

export const frozen = [
  under(['freeze-broker', 'broker frozen for 8 s (SIGSTOP)'], freeze('broker', FOR_MS)),
  under(['freeze-engine', 'rules-engine frozen for 8 s'], freeze('rulesEngine', FOR_MS)),
  under(['freeze-engine-long', 'rules-engine frozen for 20 s'], freeze('rulesEngine', LONG_MS)),
  under(['freeze-api', 'interface frozen for 8 s'], freeze('api', FOR_MS)),
  under(['freeze-postgres', 'PostgreSQL frozen for 8 s'], freezePostgres(FOR_MS)),
  under(['freeze-postgres-long', 'PostgreSQL frozen for 20 s'], freezePostgres(LONG_MS)),
]
