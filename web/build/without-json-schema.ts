import type { Plugin } from 'vite'

const SCHEMAS = /zod[\\/]v4[\\/]classic[\\/]schemas\.js$/
const DESCRIBED = /^\s*inst\._zod\.processJSONSchema = .*;$/gm
const IMPORTED = /^import \{ createStandardJSONSchemaMethod, createToJSONSchemaMethod \} from .*;$/m
const NONE = `const createStandardJSONSchemaMethod = () => () => { throw new Error('The portal writes no JSON schema.') };
const createToJSONSchemaMethod = createStandardJSONSchemaMethod;`

/** A page checks by its schemas and never describes them: what zod would write JSON schemas with is half as much again as what checks. */
export function withoutJsonSchema(): Plugin {
  return {
    name: 'without-json-schema',
    apply: 'build',
    transform: (code, id) => {
      if (!SCHEMAS.test(id)) return null
      const less = code.replace(DESCRIBED, '').replace(IMPORTED, NONE)
      const isLeft = less.includes('processJSONSchema') || !less.includes(NONE)
      if (isLeft)
        throw new Error('zod describes its schemas in another way now: see build/without-json-schema.ts.')
      return { code: less, map: null }
    },
  }
}
