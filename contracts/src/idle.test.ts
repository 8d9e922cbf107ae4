import { expect, it } from 'vitest'
import { idleMinutes } from './idle.ts'
import { roles } from './roles.ts'

it('an administrator’s sign-in ends an hour after the last touch, everybody else’s with the shift, where nobody says otherwise', () => {
  for (const role of roles) expect([role, idleMinutes[role]]).toEqual([role, role === 'ADMIN' ? 60 : 720])
})
