import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const TOOLS = 'tools'

/** The folders of this workspace's packages, from its root: those of pnpm-workspace.yaml. */
export const packageFolders = (root: string): string[] =>
  [...readdirSync(root), ...readdirSync(join(root, TOOLS)).map((name) => `${TOOLS}/${name}`)].filter(
    (folder) => existsSync(join(root, folder, 'package.json')),
  )
