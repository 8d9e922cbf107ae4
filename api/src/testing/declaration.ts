import { endpoints } from '@carewatch/contracts/http/index'
import { type ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import createRouter, { type HTTPMethod } from 'find-my-way'
import { addressOf } from '../openapi/document.ts'

type Media = { schema?: object }
type Answer = { $ref?: string; content?: Record<string, Media> }
type Operation = { responses: Record<string, Answer> }
/** The part of the document that answers are measured by. */
export type Document = {
  paths: Record<string, Record<string, Operation>>
  components: { responses: Record<string, Answer> }
}

export type Given = { method: string; path: string; status: number; type: string | null; text: string }

/** A name in a pointer, as JSON writes it. */
const escaped = (name: string): string => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))

/** Whether answers are what the document declares of their call: their status, their kind and their shape. */
export class Declaration {
  readonly #document: Document
  readonly #ajv = new Ajv2020({ strict: false, allErrors: false, logger: false })
  readonly #router = createRouter()
  readonly #shapes = new Map<string, ValidateFunction>()

  constructor(document: Document) {
    this.#document = document
    addFormats.default(this.#ajv)
    this.#ajv.addSchema(document, 'document')
    for (const { method, path, aliases = [] } of endpoints) {
      const place = { address: addressOf(path), method: method.toLowerCase() }
      for (const alias of [{}, ...aliases]) {
        const at = { method, path, ...alias }
        // Safe: the methods of contracts are some of these.
        this.#router.on(at.method as HTTPMethod, `/api${at.path}`, () => {}, place)
      }
    }
  }

  /** What is wrong with an answer; of addresses that are none of its calls nothing is. */
  faultOf(given: Given): string | undefined {
    const [path = ''] = given.path.split('?')
    // Safe: other methods find nothing.
    const found = this.#router.find(given.method as HTTPMethod, path)
    // Safe: what is stored with each route, above.
    const place = found?.store as { address: string; method: string } | undefined
    if (!place) return undefined
    const name = `${place.method} ${place.address} → ${given.status}`
    const wrong = this.#wrongWith(place, given)
    return wrong && `${name} ${wrong}: ${given.text.slice(0, 400)}`
  }

  #wrongWith(place: { address: string; method: string }, { status, type, text }: Given): string | undefined {
    const answer = this.#document.paths[place.address]?.[place.method]?.responses[String(status)]
    if (!answer) return 'is not declared'
    const shared = answer.$ref?.split('/').at(-1)
    const { content = {} } =
      shared === undefined ? answer : (this.#document.components.responses[shared] ?? {})
    const [kind = ''] = (type ?? '').split(';')
    if (!content[kind]) return `is declared as ${Object.keys(content).join(', ')}, and is ${kind}`
    if (!/[/+]json$/.test(kind)) return undefined
    const where =
      shared === undefined
        ? `paths/${escaped(place.address)}/${place.method}/responses/${status}`
        : `components/responses/${shared}`
    const fits = this.#shapeAt(`${where}/content/${escaped(kind)}/schema`)
    return fits(JSON.parse(text)) ? undefined : `does not fit, ${this.#ajv.errorsText(fits.errors)}`
  }

  #shapeAt(pointer: string): ValidateFunction {
    const known = this.#shapes.get(pointer)
    if (known) return known
    const made = this.#ajv.compile({ $ref: `document#/${pointer}` })
    this.#shapes.set(pointer, made)
    return made
  }

  /** Whether a value fits a shape that stands somewhere in the document; the errors where it does not. */
  fits(pointer: string, value: unknown): string | undefined {
    const shape = this.#shapeAt(pointer)
    return shape(value) ? undefined : this.#ajv.errorsText(shape.errors)
  }
}

let read: Promise<Declaration> | undefined

/** The document is the same in each api of this process: it is asked for once. */
export const declarationOf = (url: string): Promise<Declaration> =>
  (read ??= fetch(`${url}/api/openapi.json`).then(
    // Safe: our own document; what is missing in it fails the tests.
    async (answer) => new Declaration((await answer.json()) as Document),
  ))
