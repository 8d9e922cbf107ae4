export type Check = { name: string; command: readonly string[]; env?: Record<string, string> }

/** The linter's type checker takes all the memory it gets: it collects its garbage from here on. */
const MEMORY = { GOMEMLIMIT: '3GiB' }
/** It never takes so long, unless it walks where it should not. */
const LINT_WITHIN_S = '300'

const CODE = /\.(?:ts|tsx|js|mjs|cjs)$/
const TEXTS = /^(?:contracts\/src\/messages|web\/src)\//
const DEPENDENCIES = /(?:^|\/)(?:package\.json|pnpm-lock\.yaml|pnpm-workspace\.yaml)$|^patches\//

const format = (paths: readonly string[]): Check => ({
  name: 'format',
  command: ['oxfmt', '--check', '--no-error-on-unmatched-pattern', ...paths],
})
const code = (paths: readonly string[]): Check => ({
  name: 'lint and types',
  command: ['timeout', LINT_WITHIN_S, 'oxlint', '--type-check', ...paths],
  env: MEMORY,
})
const texts: Check = { name: 'texts', command: [process.execPath, 'contracts/src/messages/check.ts'] }
const dependencies: Check = {
  name: 'dependencies',
  command: [process.execPath, 'launcher/src/audit/main.ts'],
}

/** Everything, or what these files may have broken by themselves: a type that others use is looked at where it changed alone. */
export function checksOf(changed?: readonly string[]): Check[] {
  if (!changed) return [code([]), format(['.']), texts, dependencies]
  const files = changed.filter((path) => CODE.test(path))
  return [
    ...(files.length > 0 ? [code(files)] : []),
    ...(changed.length > 0 ? [format(changed)] : []),
    ...(changed.some((path) => TEXTS.test(path)) ? [texts] : []),
    ...(changed.some((path) => DEPENDENCIES.test(path)) ? [dependencies] : []),
  ]
}
