import type pg from 'pg'

type Identified = { id: number }

/** Profiles, kept until somebody changes them, or until they are over by themselves. */
export function createProfileCache<Profile extends Identified>(
  read: (db: pg.ClientBase, ids: number[]) => Promise<Profile[]>,
  isOver: (profile: Profile) => boolean = () => false,
) {
  const kept = new Map<number, Profile>()
  let timesForgotten = 0

  return {
    forget(id: number): void {
      timesForgotten++
      kept.delete(id)
    },
    forgetWhere(isForgotten: (profile: Profile) => boolean): void {
      timesForgotten++
      for (const [id, profile] of kept) if (isForgotten(profile)) kept.delete(id)
    },
    forgetAll(): void {
      timesForgotten++
      kept.clear()
    },
    /** Whoever does not exist (any more) is missing from the answer. It is the caller's own: what is forgotten while it evaluates, it still knows. */
    async load(db: pg.ClientBase, ids: Iterable<number>): Promise<ReadonlyMap<number, Profile>> {
      const answer = new Map<number, Profile>()
      const missing: number[] = []
      for (const id of new Set(ids)) {
        const profile = kept.get(id)
        if (profile && !isOver(profile)) answer.set(id, profile)
        else missing.push(id)
      }
      if (missing.length === 0) return answer
      const before = timesForgotten
      for (const profile of await read(db, missing)) {
        answer.set(profile.id, profile)
        // What changed while it was read may have been read as it was.
        if (timesForgotten === before) kept.set(profile.id, profile)
      }
      return answer
    },
  }
}
