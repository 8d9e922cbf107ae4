import pg from 'pg'
import { companyInScope } from './company-scope.ts'
import { STAFF } from './service-roles.ts'

const SET = `select set_config('role', $1, false), set_config('carewatch.company', $2, false)`
/** A connection that is new works for no company until it is told for whom: what goes wrong then shows too little, never too much. */
const NOBODY = `-c role=${STAFF} -c carewatch.company=0`

type Callback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (destroy?: Error | boolean) => void,
) => void

/** A pool whose connections work for one company at a time: that of whoever takes one, until it is given back. */
export class CompanyPool extends pg.Pool {
  /** For which company a connection works; none stands for everybody, and a new connection is not in here. */
  readonly #worksFor = new WeakMap<pg.PoolClient, number | undefined>()

  constructor(config: pg.PoolConfig) {
    super({ ...config, options: `${config.options ?? ''} ${NOBODY}` })
  }

  // Both ways of the pool's own: a single query takes a connection by the second.
  override connect(): Promise<pg.PoolClient>
  override connect(callback: Callback): void
  override connect(callback?: Callback): Promise<pg.PoolClient> | undefined {
    const taken = this.#takeFor(companyInScope())
    if (!callback) return taken
    taken.then(
      (client) => callback(undefined, client, (destroy) => client.release(destroy)),
      (error: Error) => callback(error, undefined, () => {}),
    )
    return undefined
  }

  async #takeFor(company: number | undefined): Promise<pg.PoolClient> {
    const client = await super.connect()
    if (this.#worksFor.has(client) && this.#worksFor.get(client) === company) return client
    this.#worksFor.delete(client)
    try {
      await client.query(SET, company === undefined ? ['none', '0'] : [STAFF, String(company)])
    } catch (error) {
      client.release(true)
      throw error
    }
    this.#worksFor.set(client, company)
    return client
  }
}
