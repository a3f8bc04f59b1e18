import { readdir, readFile } from 'node:fs/promises'
import { Instrumenter } from '@stryker-mutator/instrumenter'

/** One small change of the product's source, which some test should notice. */
export type Mutant = {
  readonly id: string
  /** Path below the repository. */
  readonly file: string
  /** Counted from 1. */
  readonly line: number
  /** The line's source, without indentation. */
  readonly source: string
  readonly replacement: string
}

/** Texts by the path of their file below the repository: each holds all its mutants, of which one is switched on. */
export type Instrumented = { readonly mutants: Mutant[]; readonly texts: Map<string, string> }

const silent = () => undefined
/** What the instrumenter tells of its own work is of no interest. */
const LOGGER = {
  ...{ trace: silent, debug: silent, info: silent, warn: silent, error: silent, fatal: silent },
  ...{ isTraceEnabled: () => false, isDebugEnabled: () => false, isInfoEnabled: () => false },
  ...{ isWarnEnabled: () => false, isErrorEnabled: () => false, isFatalEnabled: () => false },
}

/**
 * What the compiler compares, so that no mutant of it compiles: the lists of fields' classes (`domain/field-classes.ts`)
 * and the category of an aggregate.
 */
const COMPARED: Ignorer = {
  shouldIgnore: (path) => (isCompared(path as SyntaxPath) ? 'does not compile' : undefined),
}
type Ignorer = Parameters<Instrumenter['instrument']>[1]['ignorers'][number]
/** What is read of a node of the syntax; the instrumenter publishes no type of it. */
type SyntaxPath = {
  readonly node: {
    readonly type: string
    readonly typeAnnotation?: { readonly typeName?: { readonly name?: string } }
    readonly key?: { readonly name?: string }
    readonly value?: { readonly type?: string }
  }
}

const isCompared = ({ node }: SyntaxPath) =>
  (node.type === 'TSSatisfiesExpression' &&
    node.typeAnnotation?.typeName?.name === 'FieldClasses') ||
  (node.type === 'ObjectProperty' &&
    node.key?.name === 'category' &&
    node.value?.type === 'StringLiteral')

/** @param folders of the repository, such as `domain` or `domain/contact` */
export async function instrument(root: URL, folders: readonly string[]): Promise<Instrumented> {
  const names = (await Promise.all(folders.map((folder) => sourcesIn(root, folder)))).flat()
  const files = await Promise.all(
    names.map(async (name) => ({
      name,
      mutate: true,
      content: await readFile(new URL(name, root), 'utf8'),
    })),
  )
  const sources = new Map(files.map(({ name, content }) => [name, content.split('\n')]))
  const result = await new Instrumenter(LOGGER).instrument(files, {
    ...{ plugins: null, excludedMutations: [], ignorers: [COMPARED], noHeader: false },
  })
  const tried = result.mutants.filter(({ status }) => status !== 'Ignored')
  const mutants = tried.map(({ id, fileName, location, replacement }) => {
    const source = sources.get(fileName)?.[location.start.line]?.trim() ?? ''
    return { id, file: fileName, line: location.start.line + 1, source, replacement }
  })
  return { mutants, texts: new Map(result.files.map(({ name, content }) => [name, content])) }
}

async function sourcesIn(root: URL, folder: string): Promise<string[]> {
  const names = await readdir(new URL(`${folder}/`, root), { recursive: true })
  return names
    .filter((name) => /(?<!\.d)\.ts$/.test(name) && !/(^|\/)(dist|node_modules)\//.test(name))
    .map((name) => `${folder}/${name}`)
    .sort()
}
