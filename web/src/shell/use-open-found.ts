import { useNavigate } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { userAtom } from '../session/session.ts'
import type { Found } from './found.ts'
import { lineTarget } from './line-target.ts'

const pages = {
  wearer: '/people/$uuid',
  device: '/user/device/$uuid',
  person: '/user/detail/$uuid',
  company: '/admin/company/$uuid',
  branch: '/admin/branch/$uuid',
} as const

/** Goes where something that was found is. */
export function useOpenFound(): (found: Found) => void {
  const navigate = useNavigate()
  const user = useAtomValue(userAtom)
  return ({ target }) => {
    if (target.kind !== 'page') {
      void navigate({ to: pages[target.kind], params: { uuid: target.uuid } })
      return
    }
    if (user) void navigate(lineTarget(target.line, user))
  }
}
