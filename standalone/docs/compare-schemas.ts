import { breakingChanges } from './breaking-changes.ts'
import type { SchemaFile } from './schema-file.ts'

/** What readers of the schemas that stand cannot follow in the new ones. */
export type Comparison = {
  /** For the person who runs it; null when there is nothing. */
  readonly message: string | null
  /** Whether the new ones may not be written. */
  readonly isRefused: boolean
}

/**
 * Compares two texts of docs/schemas.json. From the first release on what is promised stays promised.
 * @param version of the product, as package.json has it
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
