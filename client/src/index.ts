export { type CallOptions, type Client, type ClientOptions, createClient, type Token } from './client.ts'
export { CarewatchError, isConflict } from './failure.ts'
export type { Operations } from './generated/operations.ts'
export type * as Schemas from './generated/schemas.ts'
export {
  type Live,
  type LiveMessage,
  type LiveOptions,
  type LiveState,
  openLive,
  type Watched,
} from './live.ts'
export { rowsOf } from './rows.ts'
