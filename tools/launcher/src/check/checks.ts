export type Check = {
  name: string
  /** One after the other. */
  commands: readonly (readonly string[])[]
  env?: Record<string, string>
}

/** The linter's type checker takes all the memory it gets: it collects its garbage from here on. */
const MEMORY = { GOMEMLIMIT: '3GiB' }
/** It never takes so long, also beside much else, unless it walks where it should not. */
const LINT_WITHIN_S = '900'

const CODE = /\.(?:ts|tsx|js|mjs|cjs)$/
const TEXTS = /^(?:contracts\/src\/messages|web\/src)\//
const DEPENDENCIES = /(?:^|\/)(?:package\.json|pnpm-lock\.yaml|pnpm-workspace\.yaml)$|^patches\//

const format = (paths: readonly string[]): Check => ({
  name: 'format',
  commands: [['oxfmt', '--check', '--no-error-on-unmatched-pattern', ...paths]],
})
const lint = (...words: string[]): Check => ({
  name: 'lint',
  commands: [['timeout', LINT_WITHIN_S, 'oxlint', ...words]],
  env: MEMORY,
})

/** Each is checked under rules of its own: what is named in Node, in the browser, in neither. */
const PROJECTS = ['tsconfig.json', 'web', 'contracts', 'client', 'web/worker', 'web/build']
/** One checker each: with more, every one of them works out the same types anew. What did not change since is not checked again. */
const types: Check = {
  name: 'types',
  commands: PROJECTS.map((project) => {
    const kept = `node_modules/.cache/types/${project.replaceAll('/', '-')}.tsbuildinfo`
    return ['tsc', '-p', project, '--checkers', '1', '--incremental', '--tsBuildInfoFile', kept]
  }),
}
/** Ten seconds of a database of its own; nothing where neither a program nor the schema changed. */
const queries: Check = {
  name: 'queries',
  commands: [[process.execPath, 'tools/launcher/src/queries/main.ts']],
}
const texts: Check = { name: 'texts', commands: [[process.execPath, 'contracts/src/messages/check.ts']] }
const dependencies: Check = {
  name: 'dependencies',
  commands: [[process.execPath, 'tools/launcher/src/audit/main.ts']],
}

/** Tests that read the whole tree: no circle of rooms, the drawing is of today, each file that a page names is there. */
const structure: Check = {
  name: 'structure',
  commands: [
    [
      'vitest',
      'run',
      '--project',
      'unit',
      '--reporter',
      'dot',
      'src/architecture/',
      'launcher/src/docs.test.ts',
    ],
  ],
}

/** Everything, or what these files may have broken by themselves: a type that others use is looked at where it changed alone. */
export function checksOf(changed?: readonly string[]): Check[] {
  if (!changed) return [lint(), types, queries, format(['.']), texts, structure, dependencies]
  const files = changed.filter((path) => CODE.test(path))
  return [
    ...(files.length > 0 ? [lint('--type-check', ...files)] : []),
    ...(changed.length > 0 ? [format(changed)] : []),
    ...(changed.some((path) => TEXTS.test(path)) ? [texts] : []),
    ...(changed.some((path) => DEPENDENCIES.test(path)) ? [dependencies] : []),
  ]
}
