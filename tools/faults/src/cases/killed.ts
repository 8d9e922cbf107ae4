import { under } from '../case.ts'
import { kill, killBackend, killPostgres, stopPostgres } from '../disturbances.ts'

export const killed = [
  under(['kill-broker', 'kill -9 of the broker'], kill('broker')),
  under(['kill-engine', 'kill -9 of the rules-engine'], kill('rulesEngine')),
  under(['kill-api', 'kill -9 of the interface'], kill('api')),
  under(['kill-postgres', 'kill -9 of PostgreSQL with all its children, started after 2 s'], killPostgres),
  under(['kill-backend', 'kill -9 of one of PostgreSQL’s sessions'], killBackend),
  under(['stop-postgres', 'PostgreSQL stopped for 15 s'], stopPostgres(15_000)),
  under(['stop-postgres-long', 'PostgreSQL stopped for 60 s'], stopPostgres(60_000)),
]
