import type pg from 'pg'

/** Asks the database one question. */
export type Asking = {
  query: <Row extends pg.QueryResultRow>(question: pg.QueryConfig) => Promise<pg.QueryResult<Row>>
}

/** One connection of the pool at most, to those who share this: what may be slow leaves the others to what must not wait. */
export function createShare(db: Asking): Asking {
  // The statements stand where they are asked.
  const ask = db.query.bind(db)
  let last: Promise<unknown> = Promise.resolve()
  return {
    query<Row extends pg.QueryResultRow>(question: pg.QueryConfig) {
      const answer = last.then(() => ask<Row>(question))
      last = answer.catch(() => {})
      return answer
    },
  }
}
