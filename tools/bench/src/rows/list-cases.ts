/** What is asked of a list: the ways people page, sort, filter and search it, the worst of each. */
export type List = {
  name: string
  path: string
  route: string
  queries: readonly string[]
  /** There are more of them than is promised: measured, and held against nothing. */
  isBeyond?: true
}

const paged = (name: string, path: string, queries: readonly string[], route = path): List => ({
  name,
  path,
  route,
  queries,
})

const bothWays = (names: readonly string[]): string[] =>
  names.flatMap((name) => [`sort=${name}`, `sort=-${name}`])

/** One letter, two, a common word, a name in two scripts, digits, nothing found. */
const searches = ['a', 'an', 'watch', 'Cohen', 'כהן', 'Иван', '000123', 'no such thing']
const searching = searches.map((text) => `search=${encodeURIComponent(text)}`)

const DEEP = 'page=2000'

export const lists: readonly List[] = [
  paged('devices', '/devices/all', [
    '',
    'size=200',
    DEEP,
    ...bothWays([
      'name',
      'imei',
      'deviceModel',
      'ownerName',
      'battery',
      'lastSeenAt',
      'createdAt',
      'isSold',
      'isActive',
    ]),
    ...['name', '-name', 'ownerName', '-ownerName', 'lastSeenAt', 'battery', 'deviceModel', 'createdAt'].map(
      (sort) => `sort=${sort}&${DEEP}`,
    ),
    ...['isSold', 'isNotSold', 'active', 'inactive', 'online', 'offline'].map((key) => `filterKey=${key}`),
    ...searching,
    'search=a&sort=ownerName&page=400',
    'search=a&sort=-lastSeenAt&filterKey=online',
  ]),
  paged('devices of mine', '/devices/owned', ['', 'search=a']),
  paged(
    'tasks',
    '/tasks/all/0',
    [
      '',
      'size=200',
      'page=4000',
      ...bothWays(['createdAt', 'updatedAt', 'dueAt', 'title', 'status', 'severity', 'deviceName']),
      'sort=deviceName&page=4000',
      'status=OPEN',
      'status=DONE',
      'alertType=SOS',
      'monitoringType=VITALS',
      'unassigned=true',
      'unassigned=false&sort=dueAt',
      ...searching,
    ],
    '/tasks/all/:time',
  ),
  paged(
    'notifications',
    '/notification/all/after/0',
    ['', 'imei=352099110000005'],
    '/notification/all/after/:time',
  ),
  {
    // 200,000 are promised; a million notifications are of a million alarms.
    ...paged('1,000,000 alarms', '/alarms', [
      '',
      'page=4000',
      ...bothWays(['openedAt', 'lastAt', 'kind', 'severity']),
      'open=true',
      'open=true&sort=-severity',
      'kind=SOS',
      'severity=CRITICAL',
      ...searching,
    ]),
    isBeyond: true,
  },
  paged('people', '/admin/user/listing', [
    '',
    'size=200',
    'page=1000',
    ...bothWays(['name', 'firstName', 'userName', 'role', 'company', 'createdAt']),
    'role=OWNER',
    'filterKey=inactive',
    ...searching,
  ]),
  paged('locations', '/readings/locations', ['', 'page=2000', 'search=a']),
  paged('the audit trail', '/audit', ['', 'page=4000', 'entity=device', 'action=viewed']),
  paged('companies', '/company/all', ['', 'sort=-createdAt', 'search=a']),
  paged('branches', '/branch/all', ['', 'page=16', 'sort=company', 'search=a']),
]
