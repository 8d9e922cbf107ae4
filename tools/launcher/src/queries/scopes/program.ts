import { type Project, type Symbol, SymbolFlags } from 'typescript/unstable/sync'
import {
  type CallExpression,
  type Identifier,
  isCallExpression,
  isExportSpecifier,
  isIdentifier,
  isImportSpecifier,
  isMethodDeclaration,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isPropertySignatureDeclaration,
  isShorthandPropertyAssignment,
  isTypeQueryNode,
  isVariableDeclaration,
  type Node,
  type SourceFile,
} from 'typescript/unstable/ast'
import { fileOf, isFunction, memberName, visitAll } from './syntax.ts'

/** Every call of a function by its name, and where it is handed on to somebody else who calls it. */
export type Uses = { calls: readonly CallExpression[]; handedOn: readonly Identifier[] }

const isMemberName = (use: Identifier): boolean =>
  isPropertyAccessExpression(use.parent) && use.parent.name === use

/** Whether something is called so here. */
const isDeclared = (name: Identifier): boolean =>
  'name' in name.parent &&
  name.parent.name === name &&
  !isMemberName(name) &&
  !isPropertyAssignment(name.parent) &&
  !isPropertySignatureDeclaration(name.parent) &&
  !isShorthandPropertyAssignment(name.parent)

function callBy(use: Identifier): CallExpression | undefined {
  const callee = isMemberName(use) ? use.parent : use
  const call = callee.parent
  return isCallExpression(call) && call.expression === callee ? call : undefined
}

/** Where its name is declared: the function itself, or the constant or property that holds it. */
function namedBy(declaration: Node): Node {
  const { parent } = declaration
  const isHeld = isVariableDeclaration(parent) || isPropertyAssignment(parent)
  return isHeld && parent.initializer === declaration ? parent : declaration
}

/** The sources of a program with who names what in them, as TypeScript knows it. */
export class Program {
  readonly files: readonly SourceFile[]
  readonly #project: Project
  readonly #names = new Map<SourceFile, Map<string, Identifier[]>>()
  readonly #declarations = new Map<Node, Node | undefined>()
  readonly #symbols = new Map<Symbol, Node | undefined>()
  readonly #uses = new Map<Node, Uses>()
  readonly #types = new Map<Node, string>()

  constructor(project: Project, isLookedAt: (file: string) => boolean) {
    const { program } = project
    this.#project = project
    this.files = program
      .getSourceFileNames()
      .filter(isLookedAt)
      .flatMap((name) => program.getSourceFile(name) ?? [])
  }

  /** What a name stands for, across imports. */
  declarationOf(name: Identifier): Node | undefined {
    if (!this.#declarations.has(name)) this.#declarations.set(name, this.#findDeclaration(name))
    return this.#declarations.get(name)
  }

  #findDeclaration(name: Identifier): Node | undefined {
    const imported = isMemberName(name) ? undefined : this.#importOf(name)
    if (imported && imported !== name) return this.declarationOf(imported)
    const { checker } = this.#project
    const found = isShorthandPropertyAssignment(name.parent)
      ? checker.getShorthandAssignmentValueSymbol(name.parent)
      : checker.getSymbolAtLocation(name)
    if (!found) return undefined
    if (!this.#symbols.has(found)) {
      const symbol = found.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(found) : found
      const declared = symbol.valueDeclaration ?? symbol.declarations[0]
      this.#symbols.set(found, declared?.resolve(this.#project))
    }
    return this.#symbols.get(found)
  }

  /** Where its file imports it, if nothing else there is called so: it stands for the same everywhere, and is asked once. */
  #importOf(name: Identifier): Identifier | undefined {
    const declared = (this.#namesIn(fileOf(name)).get(name.text) ?? []).filter(isDeclared)
    const [only, ...others] = declared
    return only && others.length === 0 && isImportSpecifier(only.parent) ? only : undefined
  }

  /** The function that a name stands for. */
  functionOf(name: Identifier) {
    const declared = this.declarationOf(name)
    const work = declared && isVariableDeclaration(declared) ? declared.initializer : declared
    return work && isFunction(work) ? work : undefined
  }

  /** Every other place that names what is declared here: a member of an object by that object, all else by itself. */
  usesOf(declaration: Node): Identifier[] {
    const name = memberName(declaration)
    if (name === undefined) return []
    const isMember = isPropertyAssignment(declaration) || isMethodDeclaration(declaration)
    const home = fileOf(declaration)
    return this.files.flatMap((file) => {
      const found = file.text.includes(name) ? (this.#namesIn(file).get(name) ?? []) : []
      const isThere = isMember || file === home || found.some(({ parent }) => isImportSpecifier(parent))
      return isThere ? found.filter((use) => this.#isUse(use, declaration, isMember)) : []
    })
  }

  #isUse(use: Identifier, declaration: Node, isMember: boolean): boolean {
    if (use.parent === declaration || isMemberName(use) !== isMember) return false
    // Under another name it is out of sight: as if it were handed on.
    if (isImportSpecifier(use.parent) && use.parent.propertyName !== use) return false
    return this.declarationOf(use) === declaration
  }

  /** A file is read through where its text has one of the names that are asked for. */
  #namesIn(file: SourceFile): Map<string, Identifier[]> {
    const known = this.#names.get(file)
    if (known) return known
    const found: Identifier[] = []
    visitAll(file, (node) => {
      if (isIdentifier(node)) found.push(node)
    })
    const names = Map.groupBy(found, ({ text }) => text)
    this.#names.set(file, names)
    return names
  }

  callsOf(declaration: Node): Uses {
    const known = this.#uses.get(declaration)
    if (known) return known
    const found = this.usesOf(namedBy(declaration)).filter(
      ({ parent }) => !isTypeQueryNode(parent) && !isExportSpecifier(parent),
    )
    const uses = {
      calls: found.flatMap((use) => callBy(use) ?? []),
      handedOn: found.filter((use) => !callBy(use)),
    }
    this.#uses.set(declaration, uses)
    return uses
  }

  typeOf(node: Node): string {
    const known = this.#types.get(node)
    if (known !== undefined) return known
    const { checker } = this.#project
    const type = checker.getTypeAtLocation(node)
    const text = type ? checker.typeToString(type) : 'any'
    this.#types.set(node, text)
    return text
  }
}
