import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const TEXT = /\.(?:js|css|html|svg|json)$/
const SMALLEST_WORTHWHILE_BYTES = 512

async function compress(path: string): Promise<void> {
  const bytes = await readFile(path)
  if (bytes.length < SMALLEST_WORTHWHILE_BYTES) return
  const brotli = await promisify(brotliCompress)(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  })
  await writeFile(`${path}.br`, brotli)
  await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }))
}

/** Writes .br and .gz beside every text file, so that the server never compresses while people wait. */
export function precompress(): Plugin {
  let folder = 'dist'
  return {
    name: 'precompress',
    apply: 'build',
    configResolved: (config) => {
      folder = resolve(config.root, config.build.outDir)
    },
    closeBundle: async () => {
      const names = await readdir(folder, { recursive: true })
      for (const name of names.filter((each) => TEXT.test(each))) await compress(join(folder, name))
    },
  }
}
