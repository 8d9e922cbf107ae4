/** What `pnpm bench --only scale,memory,watches` and `tools/bench/src/scale/timescale.ts` measured; docs/scaling.md says where and when. */
export const measured = {
  /** Processor time of one message of four readings, in µs. */
  message: { broker: 150, database: 187, engine: 83, api: 10 },
  /** Processor time of one sign-in over MQTT, in µs. */
  signIn: { broker: 464, database: 130 },
  /** Readings in one message. */
  readings: 4,
  /** Bytes of a reading on disk: as rows with their index, and compressed by TimescaleDB. */
  bytes: { row: 92, compressed: 6 },
} as const
