/** Why a message, or one value of it, could not be used. Each has its words in the dictionaries of the web (`rejected.…`). */
export const rejectReasons = [
  'topic',
  'json',
  'shape',
  'tooMany',
  'range',
  'type',
  'unknownField',
  'unknownEvent',
  /** A message, or a kind of value in it, that stands in no paper we know: it may mean something after an update. */
  'unknownMessage',
  'database',
  /** It speaks another format than its model. */
  'format',
] as const
export type RejectReason = (typeof rejectReasons)[number]
