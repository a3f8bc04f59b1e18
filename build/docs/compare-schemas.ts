import { breakingChanges } from './breaking-changes.ts'
import type { SchemaFile } from './schema-file.ts'

/** The result of comparing new schemas with those that readers know. */
export type Comparison = {
  /** The breaking changes, for the person who runs the program; null when there are none. */
  readonly message: string | null
  readonly isRefused: boolean
}

/**
 * Compares two texts of docs/schemas.json. From the first release on breaking changes are refused.
 * @param version the product's version in package.json
 */
export function compareSchemas(before: string, after: string, version: string): Comparison {
  const broken = breakingChanges(schemasOf(before), schemasOf(after))
  if (broken.length === 0) return { message: null, isRefused: false }
  const isRefused = !version.startsWith('0.')
  const advice = isRefused
    ? 'give the fact or the field another name, and keep the old one'
    : 'that is allowed until the first release'
  const list = broken.map((change) => `  ${change}\n`).join('')
  return { message: `Readers of docs/schemas.json cannot follow; ${advice}:\n${list}`, isRefused }
}

function schemasOf(text: string) {
  const { facts, webhooks } = JSON.parse(text) as SchemaFile
  return { ...facts, ...webhooks }
}
