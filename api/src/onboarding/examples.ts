import type * as contract from '@carewatch/contracts/http/onboarding'
import { createDevice } from '@carewatch/migrations/factories'
import { onboardingRequests } from '@carewatch/migrations/schema/onboarding'
import type { CompanyFixture } from '../testing/fixtures.ts'
import type { Examples } from '../testing/example.ts'
import type { Harness } from '../testing/harness.ts'

/** A watch in the house that nobody owns yet. */
export const anOpenDevice = ({ company, branch }: CompanyFixture, { db }: Harness) =>
  createDevice(db, { companyId: company.id, branchId: branch.id })

const reached = { phone: '050-1234567', email: 'sara@carewatch.test' }
const lives = { streetAddress: '1 Herzl Street', city: 'Haifa' }
const sara = { firstName: 'Sara', lastName: 'Levi', ...lives, ...reached }

/** A form as the wizard sends it. */
export const aForm = (email = `sara-${crypto.randomUUID()}@carewatch.test`) => ({
  shipping: sara,
  owner: { ...sara, email, healthOrganisation: 'Clalit', idNumber: '012345678', dob: '1940-01-01' },
  contactPerson: { sameAs: 'shipping' as const },
  deviceDetails: {
    averageHeartRate: 72,
    averageSystolic: 125,
    averageDiastolic: 80,
    heartRateIntervalMinutes: 10,
    bloodPressureIntervalMinutes: 60,
    gpsIntervalMinutes: 30,
  },
  contacts: [
    { name: 'Dan Levi', relation: 'son' as const, email: 'dan@carewatch.test', phone: '052-1234567' },
  ],
  declaration: {
    confirmed: true as const,
    consentToEmail: true,
    date: new Date().toISOString().slice(0, 10),
  },
})

/** A request that waits to be decided. */
export async function aRequest(
  fixture: CompanyFixture,
  harness: Harness,
): Promise<{ uuid: string; deviceUuid: string }> {
  const device = await anOpenDevice(fixture, harness)
  const { shipping, owner, deviceDetails, contacts } = aForm()
  const { idNumber: _, ...rest } = owner
  const values = { shipping, owner: rest, contactPerson: { sameAs: 'shipping' }, deviceDetails, contacts }
  const [request] = await harness.db
    .insert(onboardingRequests)
    .values({ ...values, deviceId: device.id, declaredAt: new Date() })
    .returning()
  return { uuid: request?.uuid ?? '', deviceUuid: device.uuid }
}

const aWaiting = async (fixture: CompanyFixture, harness: Harness) => ({
  params: { uuid: (await aRequest(fixture, harness)).uuid },
})

export const examples: Examples<typeof contract> = {
  onboardingStatus: {
    of: 'anyone',
    ask: async (fixture, harness) => ({
      params: { deviceId: (await aRequest(fixture, harness)).deviceUuid },
    }),
  },
  onboardingValid: {
    of: 'anyone',
    ask: async (fixture, harness) => ({ params: { deviceId: (await anOpenDevice(fixture, harness)).uuid } }),
  },
  onboardingSubmit: {
    of: 'anyone',
    ask: async (fixture, harness) => ({
      body: {
        ...aForm(),
        deviceUUID: (await anOpenDevice(fixture, harness)).uuid,
        supervisorId: fixture.people.SUPERVISOR.uuid,
      },
    }),
  },
  // The walks' stand has no mail.
  onboardingEmail: {
    of: 'row',
    status: 409,
    ask: async (fixture, harness) => ({
      body: {
        deviceUUID: (await anOpenDevice(fixture, harness)).uuid,
        emailAddress: 'sara@carewatch.test',
        baseURL: 'http://localhost:8080',
      },
    }),
  },
  allOnboarding: { of: 'list', ask: () => ({ query: { status: 'SUBMITTED', search: 'levi' } }) },
  onboardingDetail: { of: 'row', ask: aWaiting },
  approveOnboarding: { of: 'row', ask: aWaiting },
  rejectOnboarding: {
    of: 'row',
    ask: async (fixture, harness) => ({
      ...(await aWaiting(fixture, harness)),
      body: { reason: 'Wrong device' },
    }),
  },
}
