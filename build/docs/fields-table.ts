import type { Schema } from './schema.ts'

/** The fields of an object as a Markdown table, with nested fields by their path. */
export function fieldsTable(schema: Schema): string {
  const rows = fieldRows(schema, '')
  if (rows.length === 0) return 'No fields.'
  return ['| Field | Type | Meaning |', '|---|---|---|', ...rows].join('\n')
}

function fieldRows({ properties = {}, required = [] }: Schema, prefix: string): readonly string[] {
  return Object.entries(properties).flatMap(([name, field]) => {
    const marks = marksOf(field)
    const said = [...marks, ...(required.includes(name) || marks.length > 0 ? [] : ['optional'])]
    const type = [typeText(field), ...said.map((mark) => `*${mark}*`)].join(', ')
    const row = `| \`${prefix}${name}\` | ${type} | ${cell(field.description ?? '')} |`
    return [row, ...rowsBelow(field, `${prefix}${name}`)]
  })
}

function rowsBelow(field: Schema, path: string): readonly string[] {
  if (field.items !== undefined) return rowsBelow(field.items, `${path}[]`)
  const choices = (field.anyOf ?? []).flatMap((choice) => rowsBelow(choice, path))
  return [...fieldRows(field, `${path}.`), ...choices]
}

function marksOf(field: Schema): readonly string[] {
  return [field['x-personal'] ? 'personal' : '', field['x-raw'] ? 'raw' : ''].filter(Boolean)
}

/** Such as `string or null`, `list of object`, or the possible values. */
function typeText(schema: Schema): string {
  const { type, format, enum: values, const: only, anyOf, items, $ref } = schema
  if ($ref !== undefined) return linkTo($ref)
  if (anyOf !== undefined) return anyOf.map(typeText).join(' or ')
  if (only !== undefined) return code(only)
  if (values !== undefined) return values.map(code).join(', ')
  if (type === undefined) return 'any'
  const names = [type].flat().map((name) => {
    if (name === 'array') return `list of ${typeText(items ?? {})}`
    return name === 'string' && format === 'date-time' ? 'time' : name
  })
  return names.join(' or ')
}

function linkTo($ref: string): string {
  const name = $ref.slice($ref.lastIndexOf('/') + 1)
  return `[${name}](#${name.toLowerCase()}-in-webhooks)`
}

function code(value: unknown): string {
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``
}

function cell(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|')
}
