/** Only this file marks SQL, so an object that a client sent never passes for it. */
const IS_SQL = Symbol('SQL')

export type Statement = {
  readonly [IS_SQL]: true
  readonly text: string
  readonly values: readonly unknown[]
}

/** SQL as a template: each `${value}` becomes a parameter, each nested statement is spliced in. */
export function sql(parts: TemplateStringsArray, ...inserts: readonly unknown[]): Statement {
  const values: unknown[] = []
  let text = parts[0] ?? ''
  inserts.forEach((insert, i) => {
    text += splice(insert, values) + (parts[i + 1] ?? '')
  })
  return { [IS_SQL]: true, text, values }
}

/** Text of the program itself, such as a table's name. Never anything that a client sent. */
export function raw(text: string): Statement {
  return { [IS_SQL]: true, text, values: [] }
}

/** `true` without conditions. */
export function all(conditions: readonly Statement[]): Statement {
  return conditions.reduce((left, right) => sql`${left} and ${right}`, raw('true'))
}

function splice(insert: unknown, values: unknown[]): string {
  if (!isStatement(insert)) return `$${values.push(insert)}`
  const base = values.length
  values.push(...insert.values)
  return insert.text.replace(/\$(\d+)/g, (_, n) => `$${base + Number(n)}`)
}

function isStatement(value: unknown): value is Statement {
  return typeof value === 'object' && value !== null && IS_SQL in value
}
