import type { Copy } from './copy.ts'

/** Of those who name the column, one of each kind: a statement, one put together from another file's words, and drizzle. */
export const NAMING = [
  'rules-engine/src/alarms/trigger.ts',
  'rules-engine/src/deliveries/claim.ts',
  'rules-engine/src/escalation/advance.ts',
  'rules-engine/src/deliveries/storm.ts',
  'api/src/alarms/snooze.ts',
]

/** A column with another name, in a step and in the schema, and nowhere else. */
export function renameColumn(copy: Copy): void {
  const schema = 'migrations/src/schema/alarms.ts'
  copy.write(
    'migrations/sql/9999_renamed.sql',
    'ALTER TABLE alarms RENAME COLUMN snoozed_until TO quiet_until;\n',
  )
  copy.write(
    schema,
    copy.read(schema).replace("snoozedUntil: instant('snoozed_until')", "quietUntil: instant('quiet_until')"),
  )
}
