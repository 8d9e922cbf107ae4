import { readFileSync } from 'node:fs'
import type { Checker, Project, Type } from 'typescript/unstable/sync'
import {
  type ArrayLiteralExpression,
  type CallExpression,
  type Expression,
  isArrayLiteralExpression,
  isBlock,
  isCallExpression,
  isConditionalExpression,
  isElementAccessExpression,
  isForInStatement,
  isForOfStatement,
  isForStatement,
  isIdentifier,
  isObjectLiteralExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isSourceFile,
  isSpreadElement,
  isTaggedTemplateExpression,
  isTemplateExpression,
  isVariableDeclaration,
  type Node,
  type SourceFile,
  type TaggedTemplateExpression,
} from 'typescript/unstable/ast'
import type { Template } from './template-faults.ts'

/** What a program takes a column's value for. */
export type Kind = 'string' | 'number' | 'boolean' | 'date' | 'list' | 'other'
export type Declared = { name: string; kinds: readonly Kind[]; isOptional: boolean }

/** One statement that a program hands to PostgreSQL. */
export type Query = {
  file: string
  line: number
  /** The text as the program writes it, computed in its module: more than one where it chooses among them. Empty where no reader can tell. */
  texts: readonly string[]
  /** The row its caller expects; none where it takes no row. */
  row: { columns: readonly Declared[]; isByPlace: boolean } | undefined
  /** How many values go with it, where they stand there. */
  values: number | undefined
}

/** What pg answers to a statement, row by row as objects or as lists. */
const ANSWER = /^Promise<Query(?:Array)?Result</

const MENTIONS = /\.query\b|\bsql\b/

type Context = { project: Project; file: SourceFile }

/** What begins otherwise has none: begin, commit, listen, create. */
export const hasPlan = (text: string): boolean =>
  /^\s*(?:select|insert|update|delete|with|values)\b/i.test(text)

/** Every `….query(text)` of these files whose answer is one of PostgreSQL's, and every template of drizzle. */
export function findStatements(project: Project, isLookedAt: (file: string) => boolean) {
  const queries: Query[] = []
  const templates: Template[] = []
  const read = (context: Context): void => {
    const visit = (node: Node): void => {
      if (isCallExpression(node)) queries.push(...queryOf(context, node))
      if (isTaggedTemplateExpression(node)) templates.push(...templateOf(context, node))
      node.forEachChild(visit)
    }
    visit(context.file)
  }
  for (const name of project.program.getSourceFileNames().filter(isLookedAt)) {
    if (!MENTIONS.test(readFileSync(name, 'utf8'))) continue
    const file = project.program.getSourceFile(name)
    if (file) read({ project, file })
  }
  return { queries, templates }
}

const lineOf = (file: SourceFile, node: Node): number =>
  file.text.slice(0, node.getStart(file)).split('\n').length

function templateOf({ file }: Context, { tag, template }: TaggedTemplateExpression): Template[] {
  if (!isIdentifier(tag) || tag.text !== 'sql') return []
  const words = isTemplateExpression(template)
    ? [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)]
    : [template.text]
  return [{ file: file.fileName, line: lineOf(file, tag), words }]
}

function queryOf({ project, file }: Context, call: CallExpression): Query[] {
  const { expression, arguments: given } = call
  if (!isPropertyAccessExpression(expression) || expression.name.text !== 'query') return []
  const { checker } = project
  const result = checker.getTypeAtLocation(call)
  const answer = result ? checker.typeToString(result) : 'any'
  // A type that is not known hides a statement: better asked about one that is none.
  if (answer !== 'any' && !ANSWER.test(answer)) return []
  const [what, list] = given
  const text = what && isObjectLiteralExpression(what) ? propertyOf(what, 'text') : what
  const values = what && isObjectLiteralExpression(what) ? propertyOf(what, 'values') : list
  return [
    {
      file: file.fileName,
      line: lineOf(file, call),
      texts: text ? textsOf({ project, file }, text) : [],
      row: result && rowOf(checker, result),
      values: values && isArrayLiteralExpression(values) ? countOf(values) : undefined,
    },
  ]
}

function propertyOf(object: Expression, name: string): Expression | undefined {
  if (!isObjectLiteralExpression(object)) return undefined
  const found = object.properties.find(
    (property) =>
      isPropertyAssignment(property) && isIdentifier(property.name) && property.name.text === name,
  )
  return found && isPropertyAssignment(found) ? found.initializer : undefined
}

const countOf = (list: ArrayLiteralExpression): number | undefined =>
  list.elements.some(isSpreadElement) ? undefined : list.elements.length

/** The expression, or those it chooses among, in names that its module knows. */
function textsOf(context: Context, expression: Expression): string[] {
  const { file } = context
  if (isOfModule(context, expression)) return [file.text.slice(expression.getStart(file), expression.end)]
  if (isConditionalExpression(expression))
    return [expression.whenTrue, expression.whenFalse].flatMap((branch) => textsOf(context, branch))
  if (isElementAccessExpression(expression) && isOfModule(context, expression.expression)) {
    const table = file.text.slice(expression.expression.getStart(file), expression.expression.end)
    return [`...Object.values(${table})`]
  }
  if (isTemplateExpression(expression))
    return hasPlan(expression.head.text) || expression.head.text.trim() === ''
      ? []
      : [JSON.stringify(expression.head.text)]
  if (!isIdentifier(expression)) return []
  const declared = declarationOf(context, expression)
  return declared && isVariableDeclaration(declared) && declared.initializer && isIdentifier(declared.name)
    ? textsOf(context, declared.initializer)
    : []
}

function declarationOf({ project }: Context, name: Expression): Node | undefined {
  return project.checker.getSymbolAtLocation(name)?.valueDeclaration?.resolve(project)
}

/** Whether whatever it names stands outside of every function. */
function isOfModule(context: Context, expression: Node): boolean {
  if (isIdentifier(expression)) {
    const symbol = context.project.checker.getSymbolAtLocation(expression)
    const declared = symbol?.declarations[0]?.resolve(context.project)
    return declared === undefined || isOutside(declared)
  }
  if (isPropertyAccessExpression(expression)) return isOfModule(context, expression.expression)
  let isAll = true
  expression.forEachChild((child) => {
    if (!isOfModule(context, child)) isAll = false
  })
  return isAll
}

const isLoop = (node: Node): boolean =>
  isForStatement(node) || isForOfStatement(node) || isForInStatement(node)

/** A function's own names end somewhere below it; a module's own below the file. */
function isOutside(declared: Node): boolean {
  for (let node: Node | undefined = declared.parent; node; node = node.parent) {
    if (isSourceFile(node)) return true
    if (('body' in node && node.body !== undefined) || isBlock(node) || isLoop(node)) return false
  }
  return true
}

function rowOf(checker: Checker, result: Type): Query['row'] {
  const [answer] = result.isTypeReference() ? checker.getTypeArguments(result) : []
  const [row] = answer?.isTypeReference() ? checker.getTypeArguments(answer) : []
  if (!row || checker.typeToString(row) === 'any') return undefined
  if (row.isTupleType() || checker.isTupleType(row)) {
    const places = row.isTypeReference() ? checker.getTypeArguments(row) : []
    const columns = places.map((type, place) => ({
      name: String(place),
      kinds: kindsOf(checker, type),
      isOptional: false,
    }))
    return { columns, isByPlace: true }
  }
  if (checker.isArrayLikeType(row)) return { columns: [], isByPlace: true }
  const columns = checker.getPropertiesOfType(row).map((property) => {
    const type = checker.getTypeOfSymbol(property)
    const all = type ? checker.typeToString(type) : ''
    return {
      name: property.name,
      kinds: type ? kindsOf(checker, type) : [],
      isOptional: all.includes('undefined'),
    }
  })
  return { columns, isByPlace: false }
}

/** Without null, which any column may be; empty where the program says nothing of it. */
function kindsOf(checker: Checker, type: Type): Kind[] {
  const parts = type.isUnionType() ? type.getTypes() : [type]
  return [...new Set(parts.flatMap((part) => kindOf(checker, part)))]
}

function kindOf(checker: Checker, type: Type): Kind[] {
  const name = checker.typeToString(type)
  if (name === 'null' || name === 'undefined' || name === 'unknown' || name === 'any') return []
  if (name === 'Date') return ['date']
  if (checker.isTypeAssignableTo(type, checker.getStringType())) return ['string']
  if (checker.isTypeAssignableTo(type, checker.getNumberType())) return ['number']
  if (checker.isTypeAssignableTo(type, checker.getBooleanType())) return ['boolean']
  return [checker.isArrayLikeType(type) ? 'list' : 'other']
}
