/** Who asks the database, each as a role of its own (`carewatch_api`): none owns a table or makes one. The auditor is for whoever looks after the audit log. */
export const services = ['broker', 'rules', 'api', 'auditor'] as const
export type Service = (typeof services)[number]
export type Passwords = Partial<Record<Service, string>>

/** As whom the interface asks on behalf of a company's staff: it sees that company's rows alone, and no secret. */
export const STAFF = 'carewatch_staff'

export const roleOf = (service: Service): string => `carewatch_${service}`

/** Where a service signs in as itself. */
export const urlOf = (databaseUrl: string, service: Service, password: string): string =>
  Object.assign(new URL(databaseUrl), { username: roleOf(service), password }).href

/** The variable by which a service is told to sign in as itself. */
export const variableOf = (service: Service): string => `${service.toUpperCase()}_DATABASE_URL`

/** The passwords in such addresses. */
export function passwordsIn(env: Readonly<Record<string, unknown>>): Passwords {
  const passwords: Passwords = {}
  for (const service of services) {
    const name = variableOf(service)
    const address = env[name]
    if (typeof address !== 'string' || address === '') continue
    const { username, password } = new URL(address)
    if (username !== roleOf(service) || password === '')
      throw new Error(`${name} takes postgres://${roleOf(service)}:password@host:port/name`)
    passwords[service] = decodeURIComponent(password)
  }
  return passwords
}
