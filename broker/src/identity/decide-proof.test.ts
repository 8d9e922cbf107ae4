import { describe, expect, it } from 'vitest'
import { decideProof, hangsOnNode, type SignInFacts } from './decide-proof.ts'

const H = 3_600_000
const D = 24 * H
const NOW = 100 * D
const HOME = '203.0.113.0/24'
const OTHER = '198.51.100.0/24'
const known = (network: string, lastSeenAt = NOW - H) => ({
  network,
  firstSeenAt: NOW - 30 * D,
  lastSeenAt,
  isKnown: true,
})
const seen = (network: string, firstSeenAt = NOW - H) => ({
  network,
  firstSeenAt,
  lastSeenAt: NOW,
  isKnown: false,
})
const factsOf = (facts: Partial<SignInFacts>): SignInFacts => ({
  now: NOW,
  givenAt: NOW - H,
  proof: null,
  pinning: 'WARN',
  networks: [],
  from: HOME,
  isElsewhere: false,
  receivedAt: null,
  conflictAt: null,
  ...facts,
})
const decide = (facts: Partial<SignInFacts>) => decideProof(factsOf(facts))
const no = { isProven: false, isLearned: false, proof: null }

describe('the first contact', () => {
  it('within a day of registering proves a watch', () => {
    expect(decide({})).toEqual({ isProven: true, isLearned: true, proof: 'FIRST_CONTACT' })
  })
  it.each([
    ['after a day', { givenAt: NOW - D - 1 }],
    ['where somebody else said so before', { networks: [seen(OTHER)] }],
    ['after a conflict', { conflictAt: NOW - 1 }],
    ['where a company is strict', { pinning: 'STRICT' as const }],
    ['after a day, also where sources do not matter', { givenAt: NOW - D - 1, pinning: 'OFF' as const }],
  ])('proves nothing %s', (_, facts) => {
    expect(decide(facts)).toEqual(no)
  })
})

describe('a proven watch', () => {
  const proof = 'REPORTED_BEFORE' as const
  it('is itself from a network that it is known by', () => {
    expect(decide({ proof, networks: [known(HOME), known(OTHER)] })).toMatchObject({ isProven: true })
  })
  it('of which no network is known is itself from the first', () => {
    expect(decide({ proof })).toEqual({ isProven: true, isLearned: true, proof: null })
    expect(decide({ proof, pinning: 'STRICT' })).toEqual(no)
  })
  it('is itself from the first also beside its own dead connection, and not beside one that lives', () => {
    expect(decide({ proof, receivedAt: NOW - 11 * 60_000 })).toMatchObject({
      isProven: true,
      isLearned: true,
    })
    expect(decide({ proof, receivedAt: NOW - 9 * 60_000 })).toEqual(no)
  })
  it('may hang on whether another node lives, and on nothing else', () => {
    expect(hangsOnNode(factsOf({ proof, isElsewhere: true }))).toBe(true)
    expect(hangsOnNode(factsOf({ proof }))).toBe(false)
    expect(hangsOnNode(factsOf({ proof, isElsewhere: true, networks: [known(HOME)] }))).toBe(false)
    expect(hangsOnNode(factsOf({ proof, isElsewhere: true, from: OTHER, networks: [known(HOME)] }))).toBe(
      false,
    )
  })
  it('is not believed from another', () => {
    expect(decide({ proof, from: OTHER, networks: [known(HOME)] })).toEqual(no)
    expect(decide({ proof, from: OTHER, networks: [known(HOME), seen(OTHER)] })).toEqual(no)
  })
  it('is believed from anywhere where sources do not matter, and nothing is learned', () => {
    expect(decide({ proof, pinning: 'OFF', from: OTHER, networks: [known(HOME)] })).toEqual({
      isProven: true,
      isLearned: false,
      proof: null,
    })
  })
  const gone = [known(HOME, NOW - 2 * D), seen(OTHER, NOW - 2 * D)]
  it('that has moved is at home there after a day', () => {
    expect(decide({ proof, from: OTHER, networks: gone })).toMatchObject({ isProven: true, isLearned: true })
  })
  it.each([
    ['it is connected elsewhere', { networks: gone, isElsewhere: true }],
    ['it is connected from home, and silent for a while', { networks: gone, receivedAt: NOW - H / 3 }],
    ['it was heard at home since', { networks: [known(HOME, NOW - H), seen(OTHER, NOW - 2 * D)] }],
    ['it is new there', { networks: [known(HOME, NOW - 2 * D), seen(OTHER, NOW - H)] }],
    ['two were there since', { networks: gone, conflictAt: NOW - D }],
    ['its company is strict', { networks: gone, pinning: 'STRICT' as const }],
  ])('has not moved where %s', (_, facts) => {
    expect(decide({ proof, from: OTHER, ...facts })).toEqual(no)
  })
})
